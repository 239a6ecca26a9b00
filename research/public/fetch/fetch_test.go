package fetch

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/block-regularized/bcv/research/public"
)

// served returns a server of two files, one packed, and an entry for them.
func served(t *testing.T) (*httptest.Server, public.Entry, *int) {
	t.Helper()
	one, two := []byte("1 2 a\n3 4 b\n"), []byte("5 6 c\n")
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(one); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	requests := 0
	mux := http.NewServeMux()
	serve := func(path string, body []byte) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			requests++
			if _, err := w.Write(body); err != nil {
				t.Error(err)
			}
		})
	}
	serve("/one.gz", packed.Bytes())
	serve("/two", two)
	serve("/broken.gz", packed.Bytes()[:10])
	mux.HandleFunc("/short", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		if _, err := w.Write(two); err != nil {
			t.Error(err)
		}
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	sum := func(b []byte) string { s := sha256.Sum256(b); return hex.EncodeToString(s[:]) }
	return server, public.Entry{Name: "made", Task: "classification", File: "one.data;two.data.gz",
		URL: server.URL + "/one.gz;" + server.URL + "/two", SHA256: sum(one) + ";" + sum(two),
		Records: 3, Features: 2, Classes: 3, Comma: "blank", Target: "last"}, &requests
}

func TestGet(t *testing.T) {
	server, e, requests := served(t)
	dir := t.TempDir() + "/new/cache"
	var seen []string
	paths, err := Get(context.Background(), server.Client(), e, dir, func(file string, done, total int64) {
		if len(seen) == 0 || seen[len(seen)-1] != file {
			seen = append(seen, file)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if d, err := e.Load(paths); err != nil || d.N() != 3 {
		t.Errorf("%v", err)
	}
	if strings.Join(seen, " ") != "one.data.gz two.data" {
		t.Errorf("progress of %q", seen)
	}
	if _, err := Get(context.Background(), server.Client(), e, dir, nil); err != nil || *requests != 2 {
		t.Errorf("%d requests, error %v", *requests, err)
	}
	if info, err := os.Stat(paths[0]); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	// A file that is another may be the user's: it stays.
	if err := os.WriteFile(paths[1], []byte("5 7 c\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Get(context.Background(), server.Client(), e, dir, nil); err == nil ||
		!strings.Contains(err.Error(), "two.data is there and is not the file of the manifest; move or delete it") ||
		*requests != 2 {
		t.Errorf("%d requests, error %v", *requests, err)
	}
	if text, err := os.ReadFile(paths[1]); err != nil || string(text) != "5 7 c\n" {
		t.Errorf("the file is %q, %v", text, err)
	}
	// Only the part that is not there is loaded.
	if err := os.Remove(paths[1]); err != nil {
		t.Fatal(err)
	}
	if _, err := Get(context.Background(), server.Client(), e, dir, nil); err != nil || *requests != 3 {
		t.Errorf("%d requests, error %v", *requests, err)
	}
	if err := e.Verify(paths); err != nil {
		t.Error(err)
	}
}

// A download that is stopped in the middle leaves nothing; its size is known
// although the server could pack it.
func TestGetStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("Accept-Encoding"); got != "identity" {
			t.Errorf("asked for %q", got)
		}
		w.Header().Set("Content-Length", "100000")
		w.Write(make([]byte, 10000))
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}))
	defer server.Close()
	dir := t.TempDir()
	e := public.Entry{Name: "slow", File: "slow.data", URL: server.URL, SHA256: strings.Repeat("0", 64)}
	_, err := Get(ctx, server.Client(), e, dir, func(_ string, done, total int64) {
		if total != 100000 {
			t.Errorf("size %d", total)
		}
		if done >= 10000 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("%v is left", left)
	}
}

// A name with a folder, a server that is silent and one that sends too much.
func TestGetBounds(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/silent" {
			<-r.Context().Done()
			return
		}
		w.Write(make([]byte, 5000))
		w.(http.Flusher).Flush()
		if r.URL.Path == "/stalls" {
			<-r.Context().Done()
		}
	}))
	defer server.Close()
	defer func(size int64, silence time.Duration) { maxDownload, maxSilence = size, silence }(maxDownload, maxSilence)
	maxDownload, maxSilence = 4000, 100*time.Millisecond
	for _, c := range []struct{ file, path, want string }{
		{"../x.data", "/long", `"../x.data" is not the name of a file`},
		{"..", "/long", `".." is not the name of a file`},
		{"/tmp/x.data", "/long", "is not the name of a file"},
		{"x.data", "/silent", "the server sends nothing; look at the network"},
		{"x.data", "/stalls", "it is larger than 4000 bytes"},
		{"x.data", "/long", "it is larger than 4000 bytes"},
	} {
		dir := t.TempDir() + "/below"
		e := public.Entry{Name: "made", File: c.file, URL: server.URL + c.path, SHA256: strings.Repeat("0", 64)}
		if _, err := Get(context.Background(), server.Client(), e, dir, nil); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %s: error %v, want %q", c.file, c.path, err, c.want)
		}
		if left, _ := os.ReadDir(dir); len(left) != 0 {
			t.Errorf("%s: %v is left", c.path, left)
		}
	}
	maxDownload = 10_000
	e := public.Entry{Name: "made", File: "x.data", URL: server.URL + "/stalls", SHA256: strings.Repeat("0", 64)}
	if _, err := Get(context.Background(), server.Client(), e, t.TempDir(), nil); err == nil ||
		!strings.Contains(err.Error(), "broke off after 5000 bytes: the server sends nothing") {
		t.Errorf("error %v", err)
	}
}

// A download that fails says why and leaves nothing.
func TestGetErrors(t *testing.T) {
	server, e, _ := served(t)
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		ctx  context.Context
		path string
		want string
	}{
		{context.Background(), "/one.gz;/one.gz", "is not the file of the manifest"},
		{context.Background(), "/one.gz;/nowhere", "answers 404 Not Found"},
		{context.Background(), "/one.gz;/short", "broke off after 6 bytes"},
		{context.Background(), "/broken.gz;/two", "sent a damaged file"},
		{cancelled, "/one.gz;/two", "context canceled"},
	} {
		dir := t.TempDir()
		other := e
		var urls []string
		for _, p := range strings.Split(c.path, ";") {
			urls = append(urls, server.URL+p)
		}
		other.URL = strings.Join(urls, ";")
		_, err := Get(c.ctx, server.Client(), other, dir, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.path, err, c.want)
		}
		if c.ctx == cancelled && !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		left, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range left {
			if f.Name() != "one.data.gz" { // the first part was whole
				t.Errorf("%s: %s is left", c.path, f.Name())
			}
		}
	}
	e.URL, e.Note = "", "ask NIST"
	if _, err := Get(context.Background(), server.Client(), e, t.TempDir(), nil); err == nil ||
		!strings.Contains(err.Error(), "no public address (ask NIST)") {
		t.Errorf("error %v", err)
	}
}
