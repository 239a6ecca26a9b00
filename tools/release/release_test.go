package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	some = []file{{name: "z/LICENSE", text: []byte("text")}, {name: "bcv", text: []byte("program"), program: true}}
	when = time.Unix(1_700_000_000, 0).UTC()
)

// unpack returns names with modes and times, and the texts of an archive.
func unpack(t *testing.T, archive []byte) (out []string) {
	t.Helper()
	add := func(name string, mode os.FileMode, at time.Time, r io.Reader) {
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, strings.Join([]string{name, mode.String(), at.UTC().Format(time.DateTime), string(text)}, " "))
	}
	if z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive))); err == nil {
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			add(f.Name, f.Mode(), f.Modified, r)
		}
		return out
	}
	packed, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(packed); ; {
		h, err := r.Next()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		add(h.Name, h.FileInfo().Mode(), h.ModTime, r)
	}
}

func TestArchives(t *testing.T) {
	want := []string{"bcv-v1/bcv -rwxr-xr-x 2023-11-14 22:13:20 program",
		"bcv-v1/z/LICENSE -rw-r--r-- 2023-11-14 22:13:20 text"}
	for name, pack := range map[string]func(string, time.Time, []file) ([]byte, error){"tarball": tarball,
		"zipped": zipped} {
		a, err := pack("bcv-v1", when, some)
		if err != nil {
			t.Fatal(name, err)
		}
		if got := unpack(t, a); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		turned := slices.Clone(some)
		slices.Reverse(turned)
		if b, err := pack("bcv-v1", when, turned); err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s: other bytes from files in another order (%v)", name, err)
		}
	}
}

// Every module of the first table of docs/research/licences.md brings its licence, and so do Go and
// the fonts in figures.
func TestLicences(t *testing.T) {
	root := filepath.Join("..", "..")
	files, err := licences(t.Context(), root, nil)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, f := range files {
		names[f.name] = len(f.text) > 100
	}
	text, err := os.ReadFile(filepath.Join(root, "docs", "research", "licences.md"))
	if err != nil {
		t.Fatal(err)
	}
	linked, _, _ := strings.Cut(string(text), "## Other packages")
	rows := regexp.MustCompile(`(?m)^\| (\S+) \| v\d\S* \| .* \| (\S+) \|$`).FindAllStringSubmatch(linked, -1)
	if len(rows) < 10 {
		t.Fatalf("only %d modules are listed", len(rows))
	}
	for _, r := range rows {
		if !names["licences/"+r[1]+"/"+r[2]] {
			t.Errorf("%s of %s is missing", r[2], r[1])
		}
	}
	for _, name := range []string{"licences/go/LICENSE", "licences/codeberg.org/go-fonts/liberation/LICENSE-SIL",
		"licences/github.com/golang/freetype/licenses/ftl.txt"} {
		if !names[name] {
			t.Errorf("%s is missing", name)
		}
	}
}

func TestModuleWithoutLicence(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "AUTHORS"), []byte("somebody"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := legalFiles("example.org/m", dir); err == nil ||
		!strings.Contains(err.Error(), "example.org/m has no licence") {
		t.Errorf("error %v", err)
	}
}

func TestExecutable(t *testing.T) {
	for system, want := range map[string]string{"windows": "bcv.exe", "linux": "bcv"} {
		if got := (target{system, "amd64"}).executable("./pkg/cmd/bcv"); got != want {
			t.Errorf("%s: got %q, want %q", system, got, want)
		}
	}
}

// The package for npm has the version of the release and the files of package.json; its command is a program.
func TestNPMPackage(t *testing.T) {
	built := []file{{name: "bcv.wasm", text: []byte("wasm")}, {name: "licences/go/LICENSE", text: []byte("go")}}
	p, err := packNPM(filepath.Join("..", ".."), "v1.2.3", when, built)
	if err != nil {
		t.Fatal(err)
	}
	if want := "bcv-compare-1.2.3.tgz"; p.name != want {
		t.Errorf("the file is %s, want %s", p.name, want)
	}
	files := strings.Join(unpack(t, p.bytes), "\n")
	for _, want := range []string{`"version": "1.2.3"`, "package/bin.js -rwx", "package/index.js -rw-", "package/index.d.ts -rw-",
		"package/wasi.js -rw-", "package/bcv.wasm -rw-", "package/licences/go/LICENSE -rw-", "package/LICENSE -rw-",
		"package/README.md -rw-"} {
		if !strings.Contains(files, want) {
			t.Errorf("no %q in the package", want)
		}
	}
	if strings.Contains(files, "bcv.test.js") {
		t.Error("the package has its tests")
	}
}

// The package for R has the version of the release, in its name too, and nothing that R CMD build leaves out.
func TestRPackage(t *testing.T) {
	for version, number := range map[string]string{"v1.2.3": "1.2.3", "v0.0.0-20260102030405-0123456789ab": "0.0.0"} {
		p, err := rPackage(filepath.Join("..", ".."), version, when)
		if err != nil {
			t.Fatal(err)
		}
		if want := "bcvcompare_" + number + ".tar.gz"; p.name != want {
			t.Errorf("%s: the file is %s, want %s", version, p.name, want)
		}
		files := strings.Join(unpack(t, p.bytes), "\n")
		for _, want := range []string{"\nVersion: " + number + "\n", "bcvcompare/NAMESPACE -rw", "bcvcompare/R/compare.R -rw",
			"bcvcompare/man/", "bcvcompare/demo/verdict.R -rw"} {
			if !strings.Contains(files, want) {
				t.Errorf("%s: no %q in the package", version, want)
			}
		}
		for _, left := range []string{"Rbuildignore", "clone.R"} {
			if strings.Contains(files, left) {
				t.Errorf("%s: the package has %s, which R CMD build leaves out", version, left)
			}
		}
	}
}
