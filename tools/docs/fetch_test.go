//go:build docs

package docs

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// fetchR installs the program of a release from a server, and says in one line how that went.
const fetchR = `library(bcvcompare)
answer <- tryCatch({
  path <- suppressMessages(install_bcv("v1.2.3", commandArgs(TRUE)[1]))
  paste(length(bcv_folds(8, command = path)), "folds")
}, bcv_error = conditionMessage)
cat(answer, file.exists(file.path(tools::R_user_dir("bcvcompare", "data"), "bcv")), sep = "\n")`

// testInstallR runs install_bcv of the package for R on releases of a server of this machine.
func testInstallR(t *testing.T) {
	name := fmt.Sprintf("bcv-v1.2.3-%s-%s", runtime.GOOS, runtime.GOARCH)
	archive, sum := packed(t, name)
	right := fmt.Sprintf("%s  %s.tar.gz\n", sum, name)
	wrong := strings.Repeat("0", 64) + right[64:]
	const check = "; check the version and the connection"
	for _, c := range []struct {
		sums, archive, want string
		installed           bool
	}{
		{sums: right, archive: archive, want: "6 folds", installed: true},
		{sums: wrong, archive: archive, want: name + ".tar.gz: its SHA-256 sum is " + sum + ", not " + wrong[:64] +
			" as in SHA256SUMS; nothing is installed, try again"},
		{sums: "\n", archive: archive, want: "SHA256SUMS has no sum of " + name + ".tar.gz; check the release"},
		{sums: right, want: "URL/v1.2.3/" + name + ".tar.gz: HTTP status was '404 Not Found'" + check},
		{archive: archive, want: "URL/v1.2.3/SHA256SUMS: HTTP status was '404 Not Found'" + check},
		{want: "URL/v1.2.3/SHA256SUMS: status was 'Couldn't connect to server'" + check},
	} {
		files := map[string]string{"/v1.2.3/SHA256SUMS": c.sums, "/v1.2.3/" + name + ".tar.gz": c.archive}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if text := files[r.URL.Path]; text != "" {
				fmt.Fprint(w, text)
				return
			}
			http.NotFound(w, r)
		}))
		if c.sums+c.archive == "" {
			server.Close() // and nobody answers
		}
		cmd := exec.Command("Rscript", "-e", fetchR, server.URL)
		cmd.Env = append(os.Environ(), "R_USER_DATA_DIR="+t.TempDir())
		out, err := cmd.Output()
		server.Close()
		line := strings.ReplaceAll(c.want, "URL", server.URL)
		want := line + "\n" + strings.ToUpper(fmt.Sprint(c.installed)) + "\n"
		if err != nil || string(out) != want {
			t.Errorf("install_bcv said %q, %v, want %q", out, err, want)
		}
	}
}

// packed returns an archive with the program bcv of PATH, as those of releases are, and its SHA-256 sum.
func packed(t *testing.T, name string) (archive, sum string) {
	t.Helper()
	program, err := exec.LookPath("bcv")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	script := `mkdir "$1" && cp "$2" "$1/bcv" && tar -czf out.tar.gz "$1"`
	cmd := exec.Command("sh", "-c", script, "sh", name, program)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(dir, "out.tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text), fmt.Sprintf("%x", sha256.Sum256(text))
}
