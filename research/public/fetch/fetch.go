// Package fetch downloads public data sets. It is apart from package public so that programs that
// only read data sets do not link net/http.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/block-regularized/bcv/internal/cleanup"
	"github.com/block-regularized/bcv/research/public"
)

// Get downloads the files of e to dir, which it makes if need be, and returns their paths. A file
// is put in place only when it is complete and has the sum of the manifest. One that is already in
// dir with that sum is not loaded again; a file of that name with another sum is an error, since
// it may be the user's, and so is a server that sends nothing for a minute, or more than 2 GiB.
// progress, which may be nil, receives the bytes of each file; total is negative if the server
// does not say how many there are. If ctx ended, the error wraps its error.
func Get(ctx context.Context, client *http.Client, e public.Entry, dir string,
	progress func(file string, done, total int64)) ([]string, error) {
	urls := e.URLs()
	if urls == nil {
		return nil, fmt.Errorf("public: %s: there is no public address (%s): put the file into a directory of %s",
			e.Name, e.Note, public.EnvDirs)
	}
	for _, name := range e.Files() {
		if name == "" || name != filepath.Base(name) || !filepath.IsLocal(name) {
			return nil, fmt.Errorf("public: %s: %q is not the name of a file; give one without a folder", e.Name, name)
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("public: %w; name another directory", err)
	}
	sums := strings.Split(e.SHA256, ";")
	var out []string
	for k, name := range e.Files() {
		path := localCopy(strings.TrimSuffix(name, ".gz"), dir, sums[k])
		if path == "" {
			path = filepath.Join(dir, strings.TrimSuffix(name, ".gz"))
			if strings.HasSuffix(urls[k], ".gz") {
				path += ".gz"
			}
			if old := findHere(strings.TrimSuffix(name, ".gz"), dir); old != "" {
				return nil, fmt.Errorf("public: %s: %s is there and is not the file of the manifest; move or delete it, then "+
					"get it with: bcv data get %s", e.Name, old, e.Name)
			}
			if err := download(ctx, client, urls[k], path, sums[k], progress); err != nil {
				return nil, fmt.Errorf("public: %s: %w", e.Name, err)
			}
		}
		out = append(out, path)
	}
	return out, nil
}

// findHere returns the path of a file in dir itself, packed or not; empty if there is none.
func findHere(name, dir string) string {
	for _, ending := range []string{"", ".gz"} {
		path := filepath.Join(dir, name+ending)
		if _, err := os.Lstat(path); err == nil {
			return path
		}
	}
	return ""
}

// localCopy returns the path of a file in dir that has the sum, or nothing.
func localCopy(name, dir, sum string) string {
	paths, err := public.Entry{File: name}.Find(dir)
	if err != nil {
		return ""
	}
	if got, err := public.Sum(paths[0]); err != nil || got != sum {
		return ""
	}
	return paths[0]
}

// Bounds of a download: what a server may send, and how long it may be silent. Tests
// change them.
var (
	maxDownload int64 = 2 << 30
	maxSilence        = time.Minute
)

var errSilent = errors.New("the server sends nothing")

// download writes an address to a file beside path, checks it and renames it.
func download(ctx context.Context, client *http.Client, url, path, sum string,
	progress func(string, int64, int64)) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	clock := time.AfterFunc(maxSilence, func() { stop(errSilent) })
	defer clock.Stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	// Packed on the way, a file has no known length and no progress.
	req.Header.Set("Accept-Encoding", "identity")
	resp, err := client.Do(req)
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = fmt.Errorf("%s: %w", url, cause)
	}
	if err != nil {
		return fmt.Errorf("%w; look at the network, or put the file into %s by hand", err, filepath.Dir(path))
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s; the file may have moved: look for it and put it into %s by hand",
			url, resp.Status, filepath.Dir(path))
	}
	// The name keeps its ending: it says that the file is packed.
	var tmp *os.File
	release, err := cleanup.Hold(func() (func(), error) {
		var err error
		tmp, err = os.CreateTemp(filepath.Dir(path), ".get-*-"+filepath.Base(path))
		return func() { os.Remove(tmp.Name()) }, err
	})
	if err != nil {
		return err
	}
	defer release()
	defer os.Remove(tmp.Name())
	body := &countingReader{r: resp.Body, total: resp.ContentLength, name: filepath.Base(path), progress: progress}
	body.heard = func() { clock.Reset(maxSilence) }
	_, err = io.Copy(tmp, io.LimitReader(body, maxDownload+1))
	if body.done > maxDownload {
		err = fmt.Errorf("it is larger than %d bytes", maxDownload)
	}
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("%s broke off after %d bytes: %w; try again", url, body.done, err)
	}
	return accept(tmp.Name(), path, url, sum)
}

// accept renames a whole file if it has the sum.
func accept(tmp, path, url, sum string) error {
	got, err := public.Sum(tmp)
	if err != nil {
		return fmt.Errorf("%s sent a damaged file: %w; try again", url, err)
	}
	if got != sum {
		return fmt.Errorf("%s is not the file of the manifest (its sha256 is %s..., not %s...); nothing was kept: look "+
			"for another copy", url, got[:12], sum[:12])
	}
	if err := os.Chmod(tmp, 0o644); err != nil {
		return err
	}
	return os.Rename(tmp, path)
}

// countingReader reports how many bytes went through it.
type countingReader struct {
	r           io.Reader
	done, total int64
	name        string
	progress    func(string, int64, int64)
	heard       func() // is called after every piece
}

// Read reads and reports.
func (c *countingReader) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.done += int64(n)
	c.heard()
	if c.progress != nil {
		c.progress(c.name, c.done, c.total)
	}
	return n, err
}
