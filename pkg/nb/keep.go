package nb

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/block-regularized/bcv/internal/kept"
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

// shelves returns what is kept of each learner of a plan, in each run, on its folds.
func shelves(plan holdout.Plan, pieces *holdout.Pieces) (out []*shelf) {
	dir, common := kept.Directory(), ""
	if dir != "" {
		common = plan.Data.Digest() + "\n" + pieces.Fingerprint()
	}
	for _, t := range pieces.Trained() {
		identity, path := learn.Identity(plan.Learners[t.Learner]), ""
		if dir != "" && !strings.Contains(identity, "outside(") { // nobody knows what that does
			sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%d\n%t\n", common, identity, t.Run, plan.NeedsProbabilities()))
			path = filepath.Join(dir, fmt.Sprintf("%x.jsonl", sum[:16]))
		}
		out = append(out, open(path))
	}
	return out
}

// open reads what is kept in a file.
func open(path string) *shelf {
	s := &shelf{path: path, found: map[int]holdout.Piece{}}
	file, err := os.Open(path)
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
