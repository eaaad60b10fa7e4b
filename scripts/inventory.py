#!/usr/bin/env python3
"""Everything the program is made of: an SBOM (CycloneDX 1.5) and the licences' texts.

    scripts/inventory.py VERSION TARGET SBOM LICENCES
"""
import json
import pathlib
import subprocess
import sys

TEXTS = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE")


def crates(target):
    """The packages linked into the program: no tests, no build scripts' helpers."""
    out = subprocess.run(
        ["cargo", "metadata", "--locked", "--format-version=1", f"--filter-platform={target}"],
        check=True, capture_output=True, text=True).stdout
    data = json.loads(out)
    packages = {package["id"]: package for package in data["packages"]}
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    start = next(it for it, package in packages.items() if package["name"] == "parlor")
    seen, todo = set(), [start]
    while todo:
        here = todo.pop()
        if here in seen:
            continue
        seen.add(here)
        for dependency in nodes[here]["deps"]:
            kinds = dependency["dep_kinds"]
            if any(kind["kind"] is None for kind in kinds):
                todo.append(dependency["pkg"])
    return [packages[it] for it in sorted(seen, key=lambda it: packages[it]["name"]) if packages[it]["source"]]


def scripts():
    """The packages of the page."""
    lock = json.loads(pathlib.Path("web/package-lock.json").read_text())
    for path, package in lock["packages"].items():
        if path and not package.get("dev") and not package.get("optional"):
            yield path.rpartition("node_modules/")[2], package, pathlib.Path("web") / path


def texts(folder):
    if not folder.is_dir():
        return
    for file in sorted(folder.iterdir()):
        if file.is_file() and file.name.upper().startswith(TEXTS):
            yield file.read_text(errors="replace").strip()


def main():
    version, target, sbom, licences = sys.argv[1:]
    components, parts = [], {}
    for package in crates(target):
        name, number = package["name"], package["version"]
        components.append({
            "type": "library", "name": name, "version": number,
            "purl": f"pkg:cargo/{name}@{number}",
            "licenses": [{"expression": (package["license"] or "NOASSERTION").replace("/", " OR ")}],
        })
        parts[f"{name} {number} ({package['license']})"] = list(texts(pathlib.Path(package["manifest_path"]).parent))
    for name, package, folder in scripts():
        components.append({
            "type": "library", "name": name, "version": package["version"],
            "purl": f"pkg:npm/{name.replace('@', '%40')}@{package['version']}",
            "licenses": [{"expression": package.get("license", "NOASSERTION")}],
        })
        parts[f"{name} {package['version']} ({package.get('license')})"] = list(texts(folder))
    for file in sorted(pathlib.Path("web/src/fonts").glob("*.txt")):
        parts[f"fonts: {file.stem}"] = [file.read_text().strip()]
    pathlib.Path(sbom).write_text(json.dumps({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"component": {"type": "application", "name": "parlor", "version": version,
                                   "licenses": [{"expression": "MIT"}]}},
        "components": components,
    }, indent=1) + "\n")
    # The same text many times is printed once, under all its names.
    by_text = {}
    for name, found in parts.items():
        by_text.setdefault("\n\n".join(found) or "(the package brings no text; see its licence's name)", []).append(name)
    with open(licences, "w", encoding="utf-8") as out:
        out.write("Parlor contains the following works of others.\n")
        for text, names in sorted(by_text.items(), key=lambda it: it[1]):
            out.write("\n" + "=" * 78 + "\n" + "\n".join(names) + "\n" + "-" * 78 + "\n" + text + "\n")
    print(f"release:     {len(components)} packages", file=sys.stderr)


main()
