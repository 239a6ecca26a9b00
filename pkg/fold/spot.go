package fold

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/table"
)

// spot is where a row stands.
type spot struct {
	file    string
	line    int  // 0 for the whole file
	several bool // rows come from several files
}

// Errorf returns an error about a row and a column.
func (s spot) Errorf(column, format string, args ...any) *table.Error {
	return &table.Error{File: s.file, Row: s.line, Column: column, Problem: fmt.Sprintf(format, args...)}
}

// String names the line, with its file if there are several.
func (s spot) String() string {
	switch {
	case s.line == 0:
		return s.file
	case s.several:
		return fmt.Sprintf("%s, row %d", s.file, s.line)
	}
	return fmt.Sprintf("row %d", s.line)
}

// checkWanted refuses a choice of models that is not of two.
func checkWanted(models []string) error {
	if len(models) == 0 || len(models) == 2 && models[0] != models[1] {
		return nil
	}
	return fmt.Errorf("fold: models %q; name two different ones", models)
}

// eachRow opens files of one kind of rows, one after the other, and visits their rows.
// begin is called with the columns of every file.
func eachRow[T any](paths []string, begin func(in table.Info, at spot) error, visit func(row *T, at spot) error, opts ...table.Option) error {
	if len(paths) == 0 {
		return errors.New("fold: no file; name one or more")
	}
	for k, path := range paths {
		if slices.Contains(paths[:k], path) {
			return &table.Error{File: path, Problem: "stands twice among the files; name it once"}
		}
		f, err := table.Open(path)
		if err != nil {
			return err
		}
		err = eachRowOf(path, f, len(paths) > 1, begin, visit, opts...)
		_ = f.Close() // it was only read
		if err != nil {
			return err
		}
	}
	return nil
}

// eachRowOf is eachRow for one text that is open.
func eachRowOf[T any](name string, r io.Reader, several bool, begin func(in table.Info, at spot) error, visit func(row *T, at spot) error, opts ...table.Option) error {
	in, err := table.NewRows[T](name, r, opts...)
	if err != nil {
		return err
	}
	at := spot{file: name, several: several}
	if err := begin(in.Info, at); err != nil {
		return err
	}
	var row T
	taker, takes := any(&row).(othersTaker)
	for {
		if at.line, err = in.Next(&row); err == io.EOF {
			return nil
		}
		if err == nil && takes {
			taker.take(in.Others())
		}
		if err == nil {
			err = visit(&row, at)
		}
		if err != nil {
			return err
		}
	}
}

// othersTaker is a row that also holds the texts of columns outside its struct.
type othersTaker interface{ take(others []string) }

// quoted lists names, the first ten of them.
func quoted(names []string) string {
	var out []string
	for _, name := range names[:min(len(names), 10)] {
		out = append(out, fmt.Sprintf("%.40q", name))
	}
	if more := len(names) - len(out); more > 0 {
		return strings.Join(out, ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(out, ", ")
}

func pick(yes bool, s, otherwise string) string {
	if yes {
		return s
	}
	return otherwise
}
