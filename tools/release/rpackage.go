package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// rPackage packs clients/r as R installs it, with the version of the release. The version of a commit
// without a tag is none that R knows: its package keeps that of a clone, 0.0.0.
func rPackage(source, version string, when time.Time) (packed, error) {
	dir := os.DirFS(filepath.Join(source, "clients", "r"))
	number := "0.0.0"
	if regexp.MustCompile(`^v\d+\.\d+\.\d+$`).MatchString(version) {
		number = strings.TrimPrefix(version, "v")
	}
	var files []file
	err := fs.WalkDir(dir, ".", func(path string, e fs.DirEntry, err error) error {
		left := path == "tests/clone.R" || path == ".Rbuildignore" // what R CMD build leaves out
		if err != nil || e.IsDir() || left {
			return err
		}
		text, err := fs.ReadFile(dir, path)
		if path == "DESCRIPTION" {
			text = bytes.Replace(text, []byte("\nVersion: 0.0.0\n"), []byte("\nVersion: "+number+"\n"), 1)
		}
		files = append(files, file{name: path, text: text})
		return err
	})
	if err != nil {
		return packed{}, err
	}
	text, err := tarball("bcvcompare", when, files)
	return packed{fmt.Sprintf("bcvcompare_%s.tar.gz", number), version, text}, err
}
