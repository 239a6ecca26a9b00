package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// npmPackage packs clients/node as npm installs it: with the program built for WASI, the licences of what is linked
// into it, and the version of the release.
func npmPackage(ctx context.Context, source, scratch, version string, when time.Time) (packed, error) {
	env := []string{"CGO_ENABLED=0", "GOOS=wasip1", "GOARCH=wasm", "GOFLAGS="}
	wasm := filepath.Join(scratch, "bcv.wasm")
	build := []string{"build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w", "-o", wasm, programs[0]}
	if _, err := output(ctx, source, env, "go", build...); err != nil {
		return packed{}, err
	}
	program, err := os.ReadFile(wasm)
	if err != nil {
		return packed{}, err
	}
	files, err := licences(ctx, source, env)
	if err != nil {
		return packed{}, err
	}
	return packNPM(source, version, when, append(files, file{name: "bcv.wasm", text: program}))
}

// packNPM adds to built files those that package.json lists, and what npm adds by itself.
func packNPM(source, version string, when time.Time, files []file) (packed, error) {
	dir, number := filepath.Join(source, "clients", "node"), strings.TrimPrefix(version, "v")
	manifest, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return packed{}, err
	}
	var listed struct{ Files []string }
	if err := json.Unmarshal(manifest, &listed); err != nil {
		return packed{}, err
	}
	manifest = bytes.Replace(manifest, []byte(`"version": "0.0.0"`), []byte(`"version": "`+number+`"`), 1)
	files = append(files, file{name: "package.json", text: manifest})
	paths := map[string]string{"LICENSE": filepath.Join(source, "LICENSE"), "README.md": filepath.Join(dir, "README.md")}
	for _, name := range listed.Files {
		if name != "bcv.wasm" && name != "licences" { // which are built
			paths[name] = filepath.Join(dir, name)
		}
	}
	for name, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return packed{}, err
		}
		files = append(files, file{name: name, text: text, program: name == "bin.js"})
	}
	archive, err := tarball("package", when, files)
	return packed{"bcv-compare-" + number + ".tgz", version, archive}, err
}
