package dataset

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/ending"
)

// Get downloads the files of e to dir, which it makes if need be, and returns
// their paths. A file is put in place only when it is whole and has the sum of
// the manifest; one that is in dir already with that sum is not loaded again.
// progress, which may be nil, is told the bytes of each file, total being
// negative if the server does not say. An error wraps that of ctx if it ended.
func (e Entry) Get(ctx context.Context, client *http.Client, dir string, progress func(file string, done, total int64)) ([]string, error) {
	urls := e.URLs()
	if urls == nil {
		return nil, fmt.Errorf("dataset: %s: %s", e.Name, e.advice())
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("dataset: %w; name another directory", err)
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
			if err := download(ctx, client, urls[k], path, sums[k], progress); err != nil {
				return nil, fmt.Errorf("dataset: %s: %w", e.Name, err)
			}
		}
		out = append(out, path)
	}
	return out, nil
}

// localCopy returns the path of a file in dir that has the sum, or nothing.
func localCopy(name, dir, sum string) string {
	path := findFile(name, []string{dir})
	if path == "" {
		return ""
	}
	if got, err := unpackedSum(path); err != nil || got != sum {
		return ""
	}
	return path
}

// download writes an address to a file beside path, checks it and renames it.
func download(ctx context.Context, client *http.Client, url, path, sum string, progress func(string, int64, int64)) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	// Packed on the way, a file has no known length and no progress.
	req.Header.Set("Accept-Encoding", "identity")
	resp, err := client.Do(req)
	if err != nil {
		return fmt.Errorf("%w; look at the network, or put the file into %s by hand", err, filepath.Dir(path))
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s; the file may have moved: look for it and put it into %s by hand", url, resp.Status, filepath.Dir(path))
	}
	// The name keeps its ending: it says that the file is packed.
	var tmp *os.File
	release, err := ending.Hold(func() (func(), error) {
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
	_, err = io.Copy(tmp, body)
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
	got, err := unpackedSum(tmp)
	if err != nil {
		return fmt.Errorf("%s sent a damaged file: %w; try again", url, err)
	}
	if got != sum {
		return fmt.Errorf("%s is not the file of the manifest (its sha256 is %s..., not %s...); nothing was kept: look for another copy", url, got[:12], sum[:12])
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
}

// Read reads and reports.
func (c *countingReader) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.done += int64(n)
	if c.progress != nil {
		c.progress(c.name, c.done, c.total)
	}
	return n, err
}
