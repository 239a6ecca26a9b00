package public

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/dataset"
)

// Entry is a data set of the manifest, data/datasets.csv: where it comes from
// and how it is read. File, URL and SHA256 are lists with semicolons where a
// data set is in several files.
type Entry struct {
	Name     string `dataframe:"name"`
	Task     string `dataframe:"task"`                     // classification, regression or sequence
	File     string `dataframe:"file"`                     // name; may be packed and then ends in .gz
	URL      string `dataframe:"url" table:"optional"`     // empty: see Note
	SHA256   string `dataframe:"sha256"`                   // of the unpacked file
	Licence  string `dataframe:"licence"`                  //
	Records  int    `dataframe:"records"`                  // as read
	Features int    `dataframe:"features"`                 //
	Classes  int    `dataframe:"classes"`                  // 0 for regression
	Comma    string `dataframe:"comma" table:"optional"`   // comma, semicolon or blank
	Header   int    `dataframe:"header"`                   // 1 if the first line names the columns
	Target   string `dataframe:"target"`                   // name, number from 1, or last
	Drop     string `dataframe:"drop" table:"optional"`    // columns to leave out, separated by |
	Missing  string `dataframe:"missing" table:"optional"` // text of missing values; incomplete records are left out
	Nominal  string `dataframe:"nominal" table:"optional"` // columns of numbers that are levels, separated by |
	Note     string `dataframe:"note" table:"optional"`    //
}

// Files returns the names of the files.
func (e Entry) Files() []string { return strings.Split(e.File, ";") }

// URLs returns the addresses of the files, none if there is no public one.
func (e Entry) URLs() []string {
	if e.URL == "" {
		return nil
	}
	return strings.Split(e.URL, ";")
}

// Manifest returns the data sets of the manifest.
var Manifest = sync.OnceValue(func() []Entry {
	rows, _, err := table.Read[Entry]("datasets.csv", strings.NewReader(data.Datasets))
	if err != nil {
		panic(err) // a test reads the manifest
	}
	return rows
})

// Lookup returns the data set of a name.
func Lookup(name string) (Entry, error) {
	var names []string
	for _, e := range Manifest() {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return Entry{}, fmt.Errorf("public: no data set %q; known are %s", name, strings.Join(names, ", "))
}

// EnvDirs is the environment variable that lists directories with data sets.
const EnvDirs = "BCV_DATA"

// Dirs returns the directories that are searched for data sets: the given directories, the directories in the
// environment variable BCV_DATA, and the user's cache, where "bcv data get" puts them. The cache is missing on a
// system without a home directory.
func Dirs(first ...string) []string {
	out := append([]string(nil), first...)
	for _, d := range filepath.SplitList(os.Getenv(EnvDirs)) {
		if d != "" {
			out = append(out, d)
		}
	}
	if cache, err := CacheDir(); err == nil {
		out = append(out, cache)
	}
	return out
}

// CacheDir returns the directory in the user's cache where "bcv data get" puts data sets; it need not exist. It
// returns an error if the system has no cache directory.
func CacheDir() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("public: no place to keep files: %w; name a directory", err)
	}
	return filepath.Join(cache, "bcv"), nil
}

// ErrNotFound reports that a data set is in none of the directories.
var ErrNotFound = errors.New("no local copy")

// Find returns the paths of the files of e, in one of dirs or a folder directly in it, compressed or not. The error
// wraps ErrNotFound.
func (e Entry) Find(dirs ...string) ([]string, error) {
	var out []string
	for _, name := range e.Files() {
		path := findFile(strings.TrimSuffix(name, ".gz"), dirs)
		if path == "" {
			return nil, fmt.Errorf("public: %s: %w of %s in %s; %s", e.Name, ErrNotFound, name, strings.Join(dirs, ", "),
				e.advice())
		}
		out = append(out, path)
	}
	return out, nil
}

// advice explains how to get a local copy.
func (e Entry) advice() string {
	if e.URL == "" {
		return fmt.Sprintf("there is no public address (%s): put the file into a directory of %s", e.Note, EnvDirs)
	}
	return "get it with: bcv data get " + e.Name
}

// findFile returns the path of a file, compressed or not; empty if there is none.
func findFile(name string, dirs []string) string {
	for _, dir := range dirs {
		for _, pattern := range []string{"", "*"} {
			for _, ending := range []string{"", ".gz"} {
				// The names of the manifest have no special characters of patterns.
				paths, err := filepath.Glob(filepath.Join(escape(dir), pattern, name+ending))
				if err == nil && len(paths) > 0 {
					return paths[0]
				}
			}
		}
	}
	return ""
}

// escape returns a pattern that matches only the directory.
func escape(dir string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(dir)
}

// Verify checks the checksums of the files at paths, which Find returned.
func (e Entry) Verify(paths []string) error {
	sums := strings.Split(e.SHA256, ";")
	for k, path := range paths {
		sum, err := Sum(path)
		if err != nil {
			return fmt.Errorf("public: %s: %w", e.Name, err)
		}
		if sum != sums[k] {
			return fmt.Errorf("public: %s: %s is not the file of the manifest (its sha256 is %s..., not %s...); delete "+
				"it, then %s", e.Name, path, sum[:12], sums[k][:12], e.advice())
		}
	}
	return nil
}

// Sum returns the sha256 of the decompressed content of a file.
func Sum(path string) (string, error) {
	f, err := table.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	r, err := unpack(path, f)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", table.Damaged(path, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// unpack returns the decompressed content of a file.
func unpack(path string, f io.Reader) (io.Reader, error) {
	r, err := table.Unpack(path, bufio.NewReader(f))
	if err != nil { // it is a *table.Error
		return nil, err
	}
	return r, nil
}

// Open reads a data set of the manifest from a local copy: in one of the given directories, or in the directories
// that Dirs returns. It checks the checksums and the shape.
func Open(name string, dirs ...string) (*dataset.Data, error) {
	e, paths, err := verified(name, dirs)
	if err != nil {
		return nil, err
	}
	return e.Load(paths)
}

// verified finds a data set and checks its checksums.
func verified(name string, dirs []string) (Entry, []string, error) {
	e, err := Lookup(name)
	if err != nil {
		return e, nil, err
	}
	paths, err := e.Find(Dirs(dirs...)...)
	if err != nil {
		return e, nil, err
	}
	return e, paths, e.Verify(paths)
}

// Load reads the files of e without checking their checksums.
func (e Entry) Load(paths []string) (*dataset.Data, error) {
	d, err := e.load(paths)
	if err != nil {
		return nil, err
	}
	d.Name = e.Name
	if d.N() != e.Records || d.P() != e.Features || d.K() != e.Classes {
		return nil, fmt.Errorf("public: %s: %d records, %d features, %d classes; the manifest has %d, %d, %d",
			e.Name, d.N(), d.P(), d.K(), e.Records, e.Features, e.Classes)
	}
	return d, nil
}

func (e Entry) load(paths []string) (*dataset.Data, error) {
	if e.Task == "sequence" {
		return nil, fmt.Errorf("public: %s holds text, not records; read its files with package text/corpus", e.Name)
	}
	if strings.Contains(e.File, "-idx3-") {
		return dataset.ReadIDX(paths[0], paths[1])
	}
	return dataset.ReadParts(paths, e.options())
}

// options returns the options for reading the files.
func (e Entry) options() dataset.Options {
	o := dataset.Options{NoHeader: e.Header == 0, Target: e.Target, Response: e.Task == "regression",
		DropRows: e.Missing != "", Missing: []string{}, Verified: true}
	o.Comma = map[string]rune{"blank": ' ', "semicolon": ';'}[e.Comma]
	if e.Missing != "" {
		o.Missing = []string{e.Missing}
	}
	if e.Drop != "" {
		o.Drop = strings.Split(e.Drop, "|")
	}
	if e.Nominal != "" {
		o.Nominal = strings.Split(e.Nominal, "|")
	}
	return o
}
