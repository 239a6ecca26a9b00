// Package kept says where cells of notebooks keep what took long to compute, apart for each state of the code of this
// module.
package kept

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"time"
)

// month is how long nothing is removed that was not used.
const month = 30 * 24 * time.Hour

// ours are the names of our folders: nothing else in a folder that somebody names is touched.
var ours = regexp.MustCompile(`^[0-9a-f]{16}$`)

// Directory returns the folder of the code that runs, which may not exist yet: below bcv/cells in the user's cache
// directory, or below the folder that the environment variable BCV_CELLS names. It is empty, and nothing is to be kept,
// where that is off or the state of the code is not known. What another state of the code kept is removed after 30 days.
func Directory() string {
	root := os.Getenv("BCV_CELLS")
	if root == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		root = filepath.Join(cache, "bcv", "cells")
	}
	code := version()
	if root == "off" || code == "" {
		return ""
	}
	dir := filepath.Join(root, fmt.Sprintf("%x", sha256.Sum256([]byte(code)))[:16])
	old, _ := os.ReadDir(root)
	for _, e := range old {
		info, err := e.Info()
		path := filepath.Join(root, e.Name())
		if err == nil && ours.MatchString(e.Name()) && path != dir && time.Since(info.ModTime()) > month {
			_ = os.RemoveAll(path)
		}
	}
	return dir
}

// version tells the code of this module from others: by its release, or by the newest file of a clone. It is empty where
// neither is found.
var version = sync.OnceValue(func() string {
	_, file, _, _ := runtime.Caller(0)
	if _, release, ok := strings.Cut(strings.TrimSuffix(filepath.ToSlash(file), here), "/bcv@"); ok {
		return release
	}
	root := clone(file)
	if root == "" {
		return ""
	}
	newest := time.Time{}
	for _, dir := range []string{"pkg", "internal", "research"} {
		_ = filepath.WalkDir(filepath.Join(root, dir), func(path string, e fs.DirEntry, err error) error {
			if err == nil && filepath.Ext(path) == ".go" {
				if info, err := e.Info(); err == nil && info.ModTime().After(newest) {
					newest = info.ModTime()
				}
			}
			return nil
		})
	}
	return root + newest.String()
})

// here is this file in a clone.
const here = "internal/kept/kept.go"

// clone returns the clone that the program was compiled from: where this file is, or, with -trimpath, the one that the
// kernel of a notebook works with, which writes go.work beside the program. It is empty if there is none.
func clone(file string) string {
	roots := []string{strings.TrimSuffix(filepath.ToSlash(file), here)}
	if program, err := os.Executable(); err == nil {
		text, _ := os.ReadFile(filepath.Join(filepath.Dir(program), "go.work"))
		roots = append(roots, strings.Fields(string(text))...)
	}
	for _, root := range roots {
		if filepath.IsAbs(root) && exists(filepath.Join(root, here)) {
			return root
		}
	}
	return ""
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
