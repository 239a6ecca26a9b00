package cmd

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/command/commandtest"
	"github.com/block-regularized/bcv/research/public"
)

// What a user sees of a download: progress, the place, the licence; or one
// reason, and no file.
func TestDataGet(t *testing.T) {
	const text = "1,2,a\n3,4,b\n"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/good":
			_, _ = w.Write([]byte(text)) // the client may be gone
		case "/other":
			_, _ = w.Write([]byte("1,2,c\n"))
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	sum := sha256.Sum256([]byte(text))
	for _, c := range []struct{ path, stdout, stderr, err string }{
		{"/good", "made: DIR/made.data (licence: free)\n", "made.data: done", ""},
		{"/other", "", "made.data: done", "is not the file of the manifest"},
		{"/nowhere", "", "", "answers 404 Not Found"},
	} {
		dir := t.TempDir()
		e := public.Entry{Name: "made", Task: "classification", File: "made.data", URL: server.URL + c.path,
			SHA256: hex.EncodeToString(sum[:]), Licence: "free"}
		var out, errs strings.Builder
		err := getData(context.Background(), &command.Environment{Stdout: &out, Stderr: &errs}, nil, []public.Entry{e}, dir)
		if got := fmt.Sprint(err); (err == nil) != (c.err == "") || !strings.Contains(got, c.err) {
			t.Errorf("%s: got error %s, want %q", c.path, got, c.err)
		}
		if got := strings.ReplaceAll(out.String(), dir, "DIR"); got != c.stdout ||
			!strings.HasPrefix(errs.String(), c.stderr) {
			t.Errorf("%s: output %q, %q", c.path, got, errs.String())
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "*")); (len(left) == 1) != (c.err == "") {
			t.Errorf("%s: files %q", c.path, left)
		}
	}
}

// Without a home there is no cache: the command asks for a directory.
func TestDataGetWithoutACache(t *testing.T) {
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv(public.EnvDirs, "")
	if _, err := os.UserCacheDir(); err == nil {
		t.Log("this system names a cache without a home directory")
		return
	}
	code, _, stderr := commandtest.Capture(Program, "data", "get", "iris")
	if code != command.ExitUsage || !strings.Contains(stderr, "name a directory with --dir") ||
		strings.Count(stderr, "\n") != 1 {
		t.Errorf("status %d, %q", code, stderr)
	}
}

// A study of public data sets says what it lacks where none is here.
func TestStudyShowWithoutData(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv(public.EnvDirs, t.TempDir())
	t.Chdir(t.TempDir())
	code, stdout, stderr := commandtest.Capture(Program, "study", "show", "correlations")
	if code != 0 || !strings.Contains(stdout, "public data sets, and none is here: bcv data list names them") ||
		strings.Contains(stdout, "0 simulations") {
		t.Errorf("status %d, %s%s", code, stdout, stderr)
	}
}
