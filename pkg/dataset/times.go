package dataset

import (
	"fmt"
	"strconv"
	"time"

	"github.com/block-regularized/bcv/pkg/internal/table"
)

// timeLayouts are how dates may be written; those without a zone are in UTC.
var timeLayouts = []string{time.RFC3339, time.DateOnly, time.DateTime, "2006-01-02 15:04", "2006-01-02T15:04:05"}

// parseTimes reads the texts of a column as times: finite numbers as they are, or dates as microseconds since 1970. A
// problem is about the text in that place.
func parseTimes(texts []string) (times []float64, at int, problem string) {
	for i, text := range texts {
		v, number := finite(text)
		if !number {
			date := parseDate(text)
			if date.IsZero() {
				return nil, i, fmt.Sprintf("%.40q is not a time; give a number, or a date such as 2006-01-02, 2006-01-02 15:04:05 "+
					"or 2006-01-02T15:04:05Z (RFC 3339)", text)
			}
			v = float64(date.UnixMicro())
		}
		if _, first := finite(texts[0]); number != first {
			return nil, i, fmt.Sprintf("%.40q is beside %.40q; give only numbers, or only dates", text, texts[0])
		}
		times = append(times, v)
	}
	return times, 0, ""
}

// parseDate returns the date that a text is, the zero time for none.
func parseDate(text string) time.Time {
	for _, layout := range timeLayouts {
		if date, err := time.Parse(layout, text); err == nil {
			return date
		}
	}
	return time.Time{}
}

// finite returns a finite number that is written with digits.
func finite(text string) (v float64, ok bool) {
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil && v-v == 0 && decimalText(text)
}

// Times returns the values of a column as times, of which only the order matters: numbers, or dates as in
// Options.Time.
func (l Labels) Times(name string) ([]float64, error) {
	texts, err := l.Column(name)
	if err != nil {
		return nil, err
	}
	times, at, problem := parseTimes(texts)
	if problem != "" {
		return nil, &table.Error{File: l.File, Row: l.lines[at], Column: name, Problem: problem}
	}
	return times, nil
}
