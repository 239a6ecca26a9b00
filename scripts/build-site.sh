#!/usr/bin/env bash
# Builds the static site into .build/site/html: documents, notebooks, gallery, account.
# It works from the file system, without a server and without the network.
set -euo pipefail
source "$(dirname "$0")/env.sh"

need site mkdocs python3
katex=/usr/share/javascript/katex
if [[ ! -e $katex/katex.min.js ]]; then
	echo "bcv: no KaTeX below $katex; run scripts/install-packages.sh site" >&2
	exit 1
fi
site=$build/site
rm -rf "$site"
mkdir -p "$site" "$build/log"
(cd "$root" && go -C tools run ./site "$root" "$site")
mkdir -p "$site/source/site/katex"
cp -Lr "$katex/katex.min.js" "$katex/katex.min.css" "$katex/fonts" "$site/source/site/katex/"
cp -L "$katex/contrib/auto-render.js" "$site/source/site/katex/"
# The program of the pages that compute, and what starts it, as a script: files are not fetched from file://.
pages=$site/source/site
(cd "$root" && GOOS=wasip1 GOARCH=wasm go -C tools build -trimpath -buildmode=c-shared -ldflags '-s -w' -o "$site/bcv.wasm" ./site/wasm)
{
	printf 'const bcvWasm = "'
	gzip -9 --no-name --stdout "$site/bcv.wasm" | base64 --wrap=0
	printf '", bcvRuntime = "'
	sed 's/^export //' "$root/clients/node/wasi.js" | base64 --wrap=0 # a worker made of texts is no module
	printf '";\n'
} >"$pages/bcv.wasm.js"
if ! (cd "$site" && mkdocs build) >"$build/log/site.log" 2>&1; then
	cat "$build/log/site.log" >&2
	exit 1
fi
# The index of the search as a script; the whole text of a page is that of its parts.
python3 - "$site/html/search" <<'END'
import json, pathlib, sys
folder = pathlib.Path(sys.argv[1])
places = json.loads((folder / "search_index.json").read_text())["docs"]
for p in places:
    p["text"] = p["text"] if "#" in p["location"] else ""
script = "const bcvIndex = " + json.dumps(places, ensure_ascii=False, separators=(",", ":")) + ";\n"
(folder / "index.js").write_text(script)
(folder / "search_index.json").unlink()
END
echo "The site is .build/site/html/index.html"
