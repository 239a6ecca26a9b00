package results

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/block-regularized/bcv/internal/table"
)

// InTime reports whether results are of forecasts at points in time: the units of a test set that has an order.
func (r Results) InTime() bool { return r.Units != nil && r.Units.inTime }

// TimeOrder returns the units of forecasts in the order of time; nil where they stand in it.
func (r Results) TimeOrder() []int { return r.Units.order }

// pointColumn is the column of the points in time of a file, in place of item.
const pointColumn = "point"

// setTimes marks the units as points in time, and finds their order by their names: numbers or dates. Notes say what is
// not known of it: names that are neither stay in the order of the file, and a missing point brings others together.
func (x *Units) setTimes() (notes []string) {
	x.inTime = true
	times, calendar := pointsOf(x.Names)
	if times == nil {
		return []string{"points in time that are neither all numbers nor all dates, such as 2024-01-31, are taken in the order " +
			"of the file, a step apart"}
	}
	order := make([]int, len(times))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(times[i], times[j]) })
	if !slices.IsSorted(order) {
		x.order = order
	}
	for i, unit := range order[1:] {
		if times[unit] == times[order[i]] {
			return []string{fmt.Sprintf("%.40q and %.40q are one point in time: they are taken in the order of the file",
				x.Names[order[i]], x.Names[unit])}
		}
	}
	sorted := make([]float64, len(times))
	for i, unit := range order {
		sorted[i] = times[unit]
	}
	if gaps, first := missingPoints(sorted, calendar); gaps > 0 {
		return []string{fmt.Sprintf("%d %s in time, the first behind %.40q: points on both sides are taken for neighbours", gaps,
			table.Pick(gaps == 1, "gap", "gaps"), x.Names[order[first]])}
	}
	return nil
}

// layouts are forms of dates that can be read in one way alone.
var layouts = []string{"2006-01-02", time.RFC3339, "2006-01-02 15:04:05", "2006-01-02T15:04:05", "2006-01-02 15:04",
	"2006-01-02T15:04", "2006-01-02 15:04:05-07:00", "2006-01", "2006/01/02", "20060102", "Jan 2006", "2 Jan 2006"}

var quarter = regexp.MustCompile(`^(\d{4})[- ]?Q([1-4])$`)

// pointsOf reads the names of points: all as dates of one form, in seconds, or all as numbers; nil for others.
func pointsOf(names []string) (times []float64, calendar bool) {
	read := func(parse func(string) (float64, bool)) []float64 {
		out := make([]float64, len(names))
		for i, name := range names {
			v, ok := parse(name)
			if !ok || math.IsNaN(v) || math.IsInf(v, 0) {
				return nil
			}
			out[i] = v
		}
		return out
	}
	for _, layout := range layouts {
		if out := read(func(name string) (float64, bool) {
			at, err := time.Parse(layout, name)
			return float64(at.Unix()), err == nil
		}); out != nil {
			return out, true
		}
	}
	if out := read(func(name string) (float64, bool) {
		of := quarter.FindStringSubmatch(name)
		if of == nil {
			return 0, false
		}
		year, _ := strconv.Atoi(of[1])
		q, _ := strconv.Atoi(of[2])
		return float64(time.Date(year, time.Month(3*q-2), 1, 0, 0, 0, 0, time.UTC).Unix()), true
	}); out != nil {
		return out, true
	}
	return read(func(name string) (float64, bool) {
		v, err := strconv.ParseFloat(name, 64)
		return v, err == nil
	}), false
}

// missingPoints returns how many steps between points in order are longer than others, and the place of the point
// before the first of them. Months, and days without weekends, are steps of one length.
func missingPoints(times []float64, calendar bool) (gaps, first int) {
	steps := regular(times)
	if calendar && steps > 0 {
		months, days := make([]float64, len(times)), make([]float64, len(times))
		monthly, weekdays := true, true
		for i, s := range times {
			at := time.Unix(int64(s), 0).UTC()
			months[i] = float64(12*at.Year() + int(at.Month()))
			monthly = monthly && (at.Day() == time.Unix(int64(times[0]), 0).UTC().Day() || at.AddDate(0, 0, 1).Day() == 1)
			day := int(math.Floor(s/86400)) + 3 // from a Monday
			weekdays = weekdays && day%7 < 5 && math.Mod(s, 86400) == math.Mod(times[0], 86400)
			days[i] = float64(day/7*5 + day%7)
		}
		switch {
		case monthly && regular(months) < steps:
			times = months
		case weekdays && regular(days) < steps:
			times = days
		}
	}
	least := shortest(times)
	for i := len(times) - 1; i > 0; i-- {
		if times[i]-times[i-1] > 1.5*least {
			gaps, first = gaps+1, i-1
		}
	}
	return gaps, first
}

// regular returns how many steps are longer than the shortest.
func regular(times []float64) (longer int) {
	least := shortest(times)
	for i := range times[1:] {
		if times[i+1]-times[i] > least*(1+1e-9) {
			longer++
		}
	}
	return longer
}

// shortest returns the shortest step.
func shortest(times []float64) float64 {
	least := math.Inf(1)
	for i := range times[1:] {
		least = min(least, times[i+1]-times[i])
	}
	return least
}
