# Two commands for everybody: `make run` and `make test`. `make help` lists the rest.

.PHONY: help run build test test-rust lint deny bench bench-playouts fmt clean

help:
	@echo "make run     build everything and serve on http://localhost:8080"
	@echo "make test    everything that must be green: lints, rules, storage, server"
	@echo "make lint    formatting, clippy, licences and sources of dependencies"
	@echo "make bench   measure; prints ratios"
	@echo "make fmt     format the code"

run: build
	./target/release/parlor serve

build:
	cargo build --release --locked -p parlor

test: lint test-rust

# Starts throw-away PostgreSQL, MariaDB and NATS servers on loopback, and stops them afterwards.
test-rust:
	scripts/services.sh run cargo nextest run --workspace --locked --no-fail-fast

lint: deny
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings

deny:
	scripts/deny.sh

bench: bench-playouts

bench-playouts:
	scripts/bench-playouts.sh

fmt:
	cargo fmt --all

clean:
	cargo clean
	rm -rf .cache
