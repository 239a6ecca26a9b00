package levels

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/pkg/infer"
)

// AnswerError reports an answer that is none.
type AnswerError struct {
	Set     int // its number; 0 if it is not about a set
	Line    int // of the output of a command, from 1; 0 if it is not about a line
	Problem string
}

// Error says what is wrong, and what to do.
func (e *AnswerError) Error() string {
	text := "the answers of the test"
	if e.Line > 0 {
		text += fmt.Sprintf(", line %d", e.Line)
	}
	if e.Set > 0 {
		text += fmt.Sprintf(", set %d", e.Set)
	}
	return text + ": " + e.Problem
}

// Command returns the test that a shell command is: it reads the sets as CSV from its standard input, and writes its
// answers as CSV to its standard output, in the columns of docs/reference/levels-benchmark.md. Answers that are none
// are an *AnswerError; the error of a command that fails has the last line of its standard error.
func Command(line string) Test {
	return func(ctx context.Context, sets []Set) ([]Answer, error) {
		cmd := exec.CommandContext(ctx, "sh", "-c", line)
		in, out := io.Pipe()
		defer in.Close()
		go func() { out.CloseWithError(write(out, sets)) }()
		var said bytes.Buffer
		cmd.Stdin, cmd.Stderr = in, &said
		answers, err := cmd.Output()
		if err != nil {
			lines := strings.Split(strings.TrimSpace(said.String()), "\n")
			last := strings.TrimSpace(lines[len(lines)-1])
			if last == "" {
				last = "nothing on standard error"
			}
			return nil, fmt.Errorf("the test failed (%w): %s", err, last)
		}
		return read(bytes.NewReader(answers), sets)
	}
}

// write writes sets as CSV, one line for each fold or item.
func write(w io.Writer, sets []Set) error {
	out := bufio.NewWriter(w)
	ofItems := len(sets) > 0 && sets[0].Train == nil
	if ofItems {
		fmt.Fprintln(out, "cell,set,item,a,b")
	} else {
		fmt.Fprintln(out, "cell,set,replication,fold,a,b,n_train,n_valid")
	}
	for _, s := range sets {
		for j, a := range s.A {
			for k, x := range a {
				fmt.Fprintf(out, "%d,%d,", s.Cell, s.Number)
				if !ofItems {
					fmt.Fprintf(out, "%d,", j+1)
				}
				fmt.Fprintf(out, "%d,%s,%s", k+1, shortest(x), shortest(s.B[j][k]))
				if !ofItems {
					fmt.Fprintf(out, ",%d,%d", s.Train[j][k], s.Valid[j][k])
				}
				fmt.Fprintln(out)
			}
		}
	}
	return out.Flush()
}

func shortest(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// answerColumns are those of answers.
var answerColumns = []string{"set", "p", "low", "high"}

// read reads answers to sets: CSV with a header, of a column set and of p, or low and high, or all three, in any order
// of columns and lines. NA or NaN is no answer. An error is an *AnswerError, or one of r.
func read(r io.Reader, sets []Set) ([]Answer, error) {
	in := csv.NewReader(r)
	in.TrimLeadingSpace = true
	header, err := in.Read()
	if errors.Is(err, io.EOF) {
		return nil, &AnswerError{Problem: "there are none; write set,p and one line for each set"}
	}
	if err != nil {
		return nil, wrong(err)
	}
	at, err := columnsOf(header)
	if err != nil {
		return nil, err
	}
	place := map[int]int{}
	for i, s := range sets {
		place[s.Number] = i
	}
	out, lineOf := make([]Answer, len(sets)), make([]int, len(sets))
	for {
		fields, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, wrong(err)
		}
		line, _ := in.FieldPos(0)
		number, err := strconv.Atoi(strings.TrimSpace(fields[at["set"]]))
		i, ok := place[number]
		switch {
		case err != nil || !ok:
			return nil, &AnswerError{Line: line, Problem: fmt.Sprintf("there is no set %.40q; give the numbers of the "+
				"column set", fields[at["set"]])}
		case lineOf[i] > 0:
			return nil, &AnswerError{Line: line, Set: number, Problem: fmt.Sprintf("line %d has answered it; answer each "+
				"set once", lineOf[i])}
		}
		lineOf[i] = line
		if out[i], err = answerOf(fields, at); err != nil {
			return nil, &AnswerError{Line: line, Set: number, Problem: err.Error()}
		}
	}
	if i := slices.Index(lineOf, 0); i >= 0 {
		return nil, &AnswerError{Set: sets[i].Number, Problem: "it has no line; write NA for p where the test has no answer"}
	}
	return out, nil
}

// wrong turns an error of package csv into one of answers.
func wrong(err error) error {
	if of := (*csv.ParseError)(nil); errors.As(err, &of) {
		return &AnswerError{Line: of.Line, Problem: of.Err.Error() + "; write CSV with as many cells as the header has"}
	}
	return err
}

// columnsOf returns the places of the columns.
func columnsOf(header []string) (map[string]int, error) {
	at := map[string]int{}
	for k, name := range header {
		name = strings.TrimSpace(strings.TrimPrefix(name, "\ufeff"))
		if _, twice := at[name]; twice || !slices.Contains(answerColumns, name) {
			return nil, &AnswerError{Line: 1, Problem: fmt.Sprintf("column %.40q; the header is set,p or set,low,high or "+
				"set,p,low,high", name)}
		}
		at[name] = k
	}
	has := func(name string) bool { _, ok := at[name]; return ok }
	if !has("set") || has("low") != has("high") || !has("p") && !has("low") {
		return nil, &AnswerError{Line: 1, Problem: "the header is set,p or set,low,high or set,p,low,high"}
	}
	return at, nil
}

// answerOf reads the answer of a line.
func answerOf(fields []string, at map[string]int) (a Answer, err error) {
	number := func(name string) (x float64, has bool) {
		k, ok := at[name]
		if !ok {
			return 0, false
		}
		text := strings.TrimSpace(fields[k])
		if text == "NA" || text == "" {
			return 0, false
		}
		x, of := strconv.ParseFloat(text, 64)
		if of != nil && err == nil && !math.IsInf(x, 0) {
			err = fmt.Errorf("%s is %.40q; give a number, or NA for no answer", name, text)
		}
		if math.IsNaN(x) {
			return 0, false
		}
		return x, true
	}
	a.P, a.HasP = number("p")
	low, hasLow := number("low")
	high, hasHigh := number("high")
	switch {
	case err != nil:
		return a, err
	case hasLow != hasHigh:
		return a, errors.New("one end of the interval is missing; give both, or NA twice")
	case hasLow:
		a.Interval, a.HasInterval = infer.Interval{Low: low, High: high}, true
	}
	return a, a.check()
}
