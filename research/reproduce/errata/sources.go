package errata

import (
	"fmt"
	"math"
	"strconv"

	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
)

// sources reads what is printed. It keeps the first error, so that a computation
// can read on and ask once.
type sources struct {
	config  study.Config
	numbers reproduce.Numbers
	err     error
}

func read(c study.Config) *sources {
	numbers, err := reproduce.ReadNumbers(c)
	return &sources{config: c, numbers: numbers, err: err}
}

func (s *sources) fail(err error) {
	if s.err == nil && err != nil {
		s.err = err
	}
}

// has reports whether a number is printed.
func (s *sources) has(key string) bool {
	_, ok := s.numbers[key]
	return ok
}

// number returns a printed number by its key, "source:item place".
func (s *sources) number(format string, args ...any) float64 {
	key := fmt.Sprintf(format, args...)
	p, ok := s.numbers[key]
	if !ok {
		s.fail(fmt.Errorf("errata: no printed number %q", key))
		return math.NaN()
	}
	return s.float(p.Text)
}

// float returns the number that text holds.
func (s *sources) float(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	s.fail(err)
	return v
}

// line is a line of a CSV file by the names of its columns.
type line map[string]string

// lines reads a file of the data folder.
func (s *sources) lines(name string) []line {
	header, rows, err := reproduce.ReadCSV(s.config.Data, name)
	s.fail(err)
	out := make([]line, len(rows))
	for i, r := range rows {
		out[i] = line{}
		for j, column := range header {
			out[i][column] = r[j]
		}
	}
	return out
}

// setting returns a number of running text, settings included, as it is printed.
func (s *sources) setting(source, name string) string {
	for _, l := range s.lines("published/scalars.csv") {
		if l["source"] == source && l["name"] == name {
			return l["value"]
		}
	}
	s.fail(fmt.Errorf("errata: no %s in %s", name, source))
	return ""
}

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

// one counts a condition.
func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// quantity is a line of a small table of unlike numbers.
type quantity struct {
	Name  string  `dataframe:"quantity"`
	Value float64 `dataframe:"value"`
}
