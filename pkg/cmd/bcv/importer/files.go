package importer

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
)

// Model is a model with the files of its results.
type Model struct {
	Name string // empty for the name in the file, or else the name of the file
	// Path is a file, a pattern of files with {replication} and {fold} in the place of
	// their numbers, or a folder of files such as 1.2.txt, which is replication 1 fold 2.
	// A pattern without {replication} is of replication 1, one without {fold} of fold 1.
	// Runs resolves {run}.
	Path string
}

// foldFile is the file of a fold.
type foldFile struct {
	replication, fold int    // from 1
	path, run         string // run is what stands in the place of {run}
}

const (
	replicationMark = "{replication}"
	foldMark        = "{fold}"
	runMark         = "{run}"
)

// isPattern reports whether a path stands for the files of several folds.
func isPattern(path string) bool {
	if strings.Contains(path, replicationMark) || strings.Contains(path, foldMark) {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// inFolder finds the numbers in the names of the files of a folder.
var inFolder = regexp.MustCompile(`^((?:.*[^0-9])?)([0-9]+)[._-](?:fold)?([0-9]+)` +
	`((?:\.[A-Za-z0-9]*[A-Za-z][A-Za-z0-9]*)*)$`)

// foldFiles returns the files of a pattern in the order of replications and folds. Files
// that count from 0 are counted from 1.
func foldFiles(pattern string) ([]foldFile, error) {
	if !isPattern(pattern) {
		return []foldFile{{1, 1, pattern, ""}}, nil
	}
	var out []foldFile
	var err error
	if info, statErr := os.Stat(pattern); statErr == nil && info.IsDir() {
		out, err = folderFiles(pattern)
	} else {
		out, err = patternFiles(pattern)
	}
	if err == nil {
		err = regular(out)
	}
	if err != nil {
		return nil, err
	}
	if len(out) == 0 {
		return nil, &table.Error{File: pattern, Problem: "no file is there with numbers of a replication and a fold; " +
			"name one as in DIR/{replication}.{fold}.txt", Err: fs.ErrNotExist}
	}
	slices.SortStableFunc(out, func(a, b foldFile) int {
		if a.replication != b.replication {
			return a.replication - b.replication
		}
		return a.fold - b.fold
	})
	zeroR, zeroF := out[0].replication == 0, slices.ContainsFunc(out, func(f foldFile) bool { return f.fold == 0 })
	for i := range out {
		if zeroR {
			out[i].replication++
		}
		if zeroF {
			out[i].fold++
		}
		if i > 0 && out[i].replication == out[i-1].replication && out[i].fold == out[i-1].fold {
			return nil, &table.Error{File: out[i].path,
				Problem: fmt.Sprintf("is replication %d fold %d, as %s is; keep one of them", out[i].replication,
					out[i].fold, out[i-1].path)}
		}
	}
	return out, nil
}

func folderFiles(dir string) ([]foldFile, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, &table.Error{File: dir, Problem: "cannot be read: " + reason(err), Err: err}
	}
	var out []foldFile
	around := "" // the numbers in the first name
	for _, e := range entries {
		m := inFolder.FindStringSubmatch(e.Name())
		if m == nil || e.IsDir() {
			continue
		}
		f := foldFile{path: filepath.Join(dir, e.Name())}
		if f.replication, f.fold, err = numbers(m[2], m[3]); err != nil {
			return nil, &table.Error{File: f.path, Problem: err.Error()}
		}
		name := m[1] + "#" + strings.TrimSuffix(m[4], ".gz")
		if len(out) > 0 && name != around {
			return nil, &table.Error{File: f.path, Problem: fmt.Sprintf("is named otherwise than %s; name the files "+
				"of all folds alike, or give a pattern such as DIR/{replication}.{fold}.txt",
				out[0].path)}
		}
		around = name
		out = append(out, f)
	}
	return out, nil
}

// regular returns an error unless all files are regular ones: others are never read to the end.
func regular(files []foldFile) error {
	for _, f := range files {
		if info, err := os.Stat(f.path); err == nil && !info.Mode().IsRegular() {
			return &table.Error{File: f.path, Problem: "is not a regular file; give the file of the fold"}
		}
	}
	return nil
}

func numbers(replication, fold string) (r, f int, err error) {
	r, errR := strconv.Atoi(replication)
	f, errF := strconv.Atoi(fold)
	if errR != nil || errF != nil || r > maxFolds || f > maxFolds {
		return 0, 0, fmt.Errorf("has the numbers %.20s and %.20s; number replications and folds from 1 to at most %d",
			replication, fold, maxFolds)
	}
	return r, f, nil
}

// maxFolds bounds the numbers of replications and folds.
const maxFolds = 1_000_000

// patternFiles finds the files of a pattern with marks.
func patternFiles(pattern string) ([]foldFile, error) {
	slashed := filepath.ToSlash(pattern)
	marks := regexp.MustCompile(`\{(replication|fold|run)\}`)
	expr, glob, from := "^", "", 0
	var order []string
	for _, at := range marks.FindAllStringIndex(slashed, -1) {
		literal := slashed[from:at[0]]
		expr += regexp.QuoteMeta(literal) + "([0-9]+)"
		glob += table.EscapeGlob(literal) + "*"
		order = append(order, slashed[at[0]:at[1]])
		from = at[1]
	}
	expr += regexp.QuoteMeta(slashed[from:]) + "$"
	glob += table.EscapeGlob(slashed[from:])
	paths, err := filepath.Glob(filepath.FromSlash(glob))
	if err != nil {
		return nil, &table.Error{File: pattern, Problem: "is not a pattern of files; write " +
			"DIR/{replication}.{fold}.txt",
			Err: err}
	}
	match := regexp.MustCompile(expr)
	var out []foldFile
	for _, path := range paths {
		m := match.FindStringSubmatch(filepath.ToSlash(path))
		if m == nil {
			continue
		}
		text := map[string]string{}
		same := true
		for k, mark := range order { // a mark may stand twice, for the same number
			if before, twice := text[mark]; twice && before != m[k+1] {
				same = false
			}
			text[mark] = m[k+1]
		}
		if !same {
			continue
		}
		f := foldFile{path: path, run: text[runMark]}
		f.replication, f.fold, err = numbers(cmp.Or(text[replicationMark], "1"), cmp.Or(text[foldMark], "1"))
		if err != nil {
			return nil, &table.Error{File: path, Problem: err.Error()}
		}
		out = append(out, f)
	}
	return out, nil
}

// reason returns a file error without the path.
func reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}

// aligned returns the files of all models fold by fold: files[f][k] is of model k. All
// models have the same folds.
func aligned(models []Model) (files [][]foldFile, err error) {
	if len(models) == 0 {
		return nil, errors.New("importer: no model; name one or more")
	}
	for k, m := range models {
		if m.Name == "" || slices.ContainsFunc(models[:k], func(o Model) bool { return o.Name == m.Name }) {
			return nil, fmt.Errorf("importer: model name %.80q is empty or stands twice; give every model a name of "+
				"its own", m.Name)
		}
		mine, err := foldFiles(m.Path)
		if err != nil {
			return nil, err
		}
		if len(mine) == 1 && mine[0].path == m.Path && m.Path != table.Stdin {
			if _, err := os.Stat(m.Path); errors.Is(err, fs.ErrNotExist) {
				problem := "no such file or folder; check the name"
				if strings.ContainsAny(m.Path, "{*?[") {
					problem = "no such file or folder; {replication}, {fold} and {run} stand for numbers in names, and other signs " +
						"for themselves"
				}
				return nil, &table.Error{File: m.Path, Problem: problem, Err: err}
			}
		}
		if k == 0 {
			for _, f := range mine {
				files = append(files, []foldFile{f})
			}
			continue
		}
		for i := 0; i < max(len(files), len(mine)); i++ {
			switch {
			case i >= len(mine) || i < len(files) && before(files[i][0], mine[i]):
				return nil, lacks(m, files[i][0], models[0])
			case i >= len(files) || before(mine[i], files[i][0]):
				return nil, lacks(models[0], mine[i], m)
			}
			files[i] = append(files[i], mine[i])
		}
	}
	first := make([]foldFile, len(files))
	for i, f := range files {
		first[i] = f[0]
	}
	return files, whole(first)
}

func before(a, b foldFile) bool {
	return a.replication < b.replication || a.replication == b.replication && a.fold < b.fold
}

// lacks returns the error of a model without a file of a fold that another model has.
func lacks(m Model, f foldFile, other Model) error {
	return &table.Error{File: m.Path, Problem: fmt.Sprintf("model %.40q has no file of replication %d fold %d, model "+
		"%.40q has %s; give all models the same folds", m.Name, f.replication, f.fold, other.Name, f.path)}
}

// Paths returns the files that a path of Model stands for, of all its runs.
func Paths(path string) (out []string, err error) {
	runs, err := Runs(path)
	for _, r := range runs {
		files, problem := foldFiles(r.Path)
		for _, f := range files {
			out = append(out, f.path)
		}
		err = cmp.Or(err, problem)
	}
	return out, err
}

// Run is the file of a run on one test set.
type Run struct {
	Name string // the number of the run, as its path has it; empty if it has none
	Path string
}

// Runs returns the runs that a path stands for: a pattern with {run} in the place of their numbers has the files of
// several, in the order of the numbers, and any other path is that of one run.
func Runs(path string) (out []Run, err error) {
	switch {
	case !strings.Contains(path, runMark):
		return []Run{{Path: path}}, nil
	case strings.Contains(path, replicationMark) || strings.Contains(path, foldMark):
		return nil, &table.Error{File: path, Problem: "has runs and folds; {run} is of one test set, without {replication} " +
			"and {fold}, and of several folds take one run"}
	}
	files, err := patternFiles(path)
	if err == nil {
		err = regular(files)
	}
	if err == nil && len(files) == 0 {
		err = &table.Error{File: path, Problem: "no file is there with a number in the place of {run}; check the pattern",
			Err: fs.ErrNotExist}
	}
	for _, f := range files {
		out = append(out, Run{f.run, f.path})
	}
	slices.SortStableFunc(out, func(a, b Run) int {
		return cmp.Or(len(a.Name)-len(b.Name), cmp.Compare(a.Name, b.Name))
	})
	return out, err
}
