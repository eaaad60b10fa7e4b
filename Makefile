# Two commands for everybody: `make run` and `make test`. `make help` lists the rest.

.PHONY: help run build web test test-rust test-web pictures lint deny bench bench-playouts bench-server bench-alloc bench-length bench-store bench-kills bench-faults bench-nodes bench-idle bench-analyses bench-tables bench-bots bench-page fuzz fmt clean release test-release

help:
	@echo "make run     build everything and serve on http://localhost:8080"
	@echo "make test    everything that must be green: lints, rules, storage, server, browser"
	@echo "make lint    formatting, clippy, licences and sources of dependencies"
	@echo "make bench   measure; prints ratios"
	@echo "make release what people download, in dist/; make test-release installs and starts it"
	@echo "make fmt     format the code"

run:
	scripts/run.sh

# As `make release` optimises it: slower to build, for measuring.
build: web
	cargo build --release --locked -p parlor

# The page, which the program carries inside.
web:
	scripts/web.sh build

test: web lint test-rust test-web

# Starts throw-away PostgreSQL, MariaDB and NATS servers on loopback, and stops them afterwards.
test-rust:
	scripts/services.sh run cargo nextest run --workspace --locked --no-fail-fast

# Real pages in Debian's Chromium, against the program that the tests above have built.
test-web:
	scripts/services.sh run env PARLOR_BIN=$(CURDIR)/target/debug/parlor scripts/web.sh test

# The pictures that the tests compare every screen with, and the README's: only when a screen is meant to
# look different. From a development build, which can be given its chance.
pictures: web
	cargo build --locked -p parlor
	PARLOR_BIN=$(CURDIR)/target/debug/parlor scripts/web.sh pictures

# The program without symbols, a Debian package, a container image, an SBOM, licences, checksums.
release:
	scripts/release.sh

# On a fresh Debian in a temporary folder, as root: install, play, upgrade, remove; the image, too.
test-release:
	scripts/test-release.sh

lint: deny
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	cargo check --locked --quiet -p parlor --no-default-features

deny:
	scripts/deny.sh

bench: bench-playouts bench-server bench-alloc bench-length bench-store bench-page bench-kills bench-faults bench-nodes bench-idle bench-analyses bench-tables bench-bots

# Random games against OpenSpiel's, which comes from PyPI into .cache.
bench-playouts:
	scripts/bench-playouts.sh

# Moves over the socket against relays; BEFORE=COMMIT an earlier version, too. ARGS="--rounds 1 --seconds 2".
bench-server:
	scripts/bench-server.sh $(ARGS)

# How often the server asks for memory: allocations a move, and the heap of an idle match.
bench-alloc:
	cargo build --release --locked --quiet -p parlor
	cargo run --release --locked --quiet -p parlor-server --example allocations -- $${CARGO_TARGET_DIR:-target}/release/parlor

# What a match of 1,000 and of 20,000 entries costs more than one of 10.
bench-length:
	cargo run --release --locked --quiet -p parlor-server --example length

# What appending to the log costs, on SQLite and PostgreSQL, beside one fdatasync of the same disk.
bench-store:
	scripts/bench-store.sh

# Bytes, first picture, frames, layout shift and tap sizes of the page, against what is asked.
bench-page: build
	PARLOR_BIN=$(CURDIR)/target/release/parlor scripts/web.sh bench $(ARGS)

# `kill -9` under load, 1,000 times over the three back ends; in parts, goes on where it was.
bench-kills:
	scripts/bench-kills.sh

# Three nodes on PostgreSQL and NATS: nodes killed, the bus stopped, the database restarted, under load.
bench-faults:
	scripts/bench-faults.sh

# One, two and three nodes on PostgreSQL and NATS, against PostgreSQL's own limit.
bench-nodes:
	scripts/bench-nodes.sh $(ARGS)

# 20,000 idle sockets, and how long a move takes beside them.
bench-idle: build
	scripts/bench-idle.sh

# How long moves take beside ten people who have positions evaluated.
bench-analyses: build
	scripts/bench-analyses.sh

# Marelles tables up to 6-6 for both removal rules, against the rule page's counts.
bench-tables:
	scripts/bench-tables.sh $(UP_TO)

# Levels of the computer players against each other, a greedy player and OpenSpiel: about four hours, and
# more games each time. MINUTES=1 MS=100 for a quick look.
bench-bots:
	scripts/bench-bots.sh

# Coverage-guided fuzzing of everything an outsider can send: SECONDS_EACH=600 make fuzz TARGETS="ports record"
fuzz:
	scripts/fuzz.sh $(TARGETS)

fmt:
	cargo fmt --all

clean:
	cargo clean
	rm -rf .cache
