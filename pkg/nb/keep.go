package nb

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
)

// shelf keeps what a learner did on the splits of a partition set, in a file of lines: what was read, and what is added.
type shelf struct {
	path  string // empty where nothing is kept
	found map[int]holdout.Piece
	write sync.Mutex
}

// line is one of the file.
type line struct {
	Split int           `json:"split"`
	Piece holdout.Piece `json:"piece"`
}

// open reads what is kept of a learner in a run on the folds of a plan.
func open(plan holdout.Plan, pieces *holdout.Pieces, t holdout.Trained) *shelf {
	s := &shelf{found: map[int]holdout.Piece{}}
	identity := learn.Identity(plan.Learners[t.Learner])
	module, known := version()
	dir := directory()
	if dir == "" || !known || strings.Contains(identity, "outside(") { // nobody knows what a command does
		return s
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s\n%s\n%d\n%t\n", module, plan.Data.Digest(), pieces.Fingerprint(), identity,
		t.Run, plan.NeedsProbabilities()))
	s.path = filepath.Join(dir, fmt.Sprintf("%x.jsonl", sum[:16]))
	file, err := os.Open(s.path)
	if err != nil {
		return s
	}
	defer file.Close()
	whole := int64(0)
	lines := bufio.NewReader(file)
	for {
		text, err := lines.ReadBytes('\n')
		var l line
		if err != nil || json.Unmarshal(text, &l) != nil {
			_ = os.Truncate(s.path, whole) // of a line that an interrupted cell has begun
			return s
		}
		whole += int64(len(text))
		s.found[l.Split] = l.Piece
	}
}

// piece returns what is kept of a split, or computes and keeps it.
func (s *shelf) piece(split int, compute func() (holdout.Piece, error)) (holdout.Piece, error) {
	if found, ok := s.found[split]; ok {
		return found, nil
	}
	piece, err := compute()
	if err != nil || s.path == "" {
		return piece, err
	}
	text, err := json.Marshal(line{split, piece})
	if err != nil {
		return piece, nil // such as a number that is not finite: it is not kept
	}
	s.write.Lock()
	defer s.write.Unlock()
	if os.MkdirAll(filepath.Dir(s.path), 0o700) != nil { // a full or foreign disk: nothing is kept
		return piece, nil
	}
	if file, err := os.OpenFile(s.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600); err == nil {
		_, _ = file.Write(append(text, '\n'))
		_ = file.Close()
	}
	return piece, nil
}

// directory is where results are kept; empty for nowhere.
func directory() string {
	switch dir := os.Getenv("BCV_CELLS"); dir {
	case "off":
		return ""
	case "":
		cache, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		return filepath.Join(cache, "bcv", "cells")
	default:
		return dir
	}
}

// version tells the code of this module from others: by its release, or by the newest file of a clone. It is not known
// where neither is found.
var version = sync.OnceValues(func() (string, bool) {
	const here = "pkg/nb/keep.go"
	_, file, _, _ := runtime.Caller(0)
	if _, release, ok := strings.Cut(strings.TrimSuffix(filepath.ToSlash(file), here), "bcv@"); ok {
		return release, true
	}
	root := strings.TrimSuffix(filepath.ToSlash(file), here)
	if !filepath.IsAbs(file) { // with -trimpath: a notebook lies inside the clone
		root, _ = os.Getwd()
		for root != filepath.Dir(root) && !exists(filepath.Join(root, here)) {
			root = filepath.Dir(root)
		}
	}
	if !exists(filepath.Join(root, here)) {
		return "", false
	}
	var newest time.Time
	for _, dir := range []string{"pkg", "internal"} {
		_ = filepath.WalkDir(filepath.Join(root, dir), func(path string, e fs.DirEntry, err error) error {
			if err == nil && filepath.Ext(path) == ".go" {
				if info, err := e.Info(); err == nil && info.ModTime().After(newest) {
					newest = info.ModTime()
				}
			}
			return nil
		})
	}
	return newest.String(), true
})

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
