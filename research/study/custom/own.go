// Package custom reads the settings that a researcher gives a study in place of its own
// configurations: distributions, learners and numbers, as text.
package custom

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/catalogue"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
)

// The settings that several studies take.
var (
	Distribution = study.Setting{Name: "distribution", Older: "law",
		About: "the distribution of the data, such as SREG(p=20), or population(FILE.csv); " + known()}
	Learners = study.Setting{Name: "learners",
		About: "learners, with commas between them, such as ols, ridge(lambda=10) (bcv holdout --learners lists them)"}
	SetsSetting   = study.Setting{Name: "sets", Default: "200", About: "data sets in all, a multiple of shards"}
	ShardsSetting = study.Setting{Name: "shards", Default: "20", About: "pieces that parts share out, 2 or more"}
)

// N returns the setting of the number of records.
func N(records int) study.Setting {
	return study.Setting{Name: "n", Default: strconv.Itoa(records), About: "records of a data set"}
}

// Reader reads settings. The first error is kept, and later ones are not looked at.
type Reader struct {
	settings []study.Setting
	values   map[string]string
	err      error
}

// NewReader returns a reader of values for the settings of a study.
func NewReader(settings []study.Setting, values map[string]string) *Reader {
	return &Reader{settings: settings, values: values}
}

// Err returns the first error, a *study.SettingError.
func (r *Reader) Err() error {
	if r.err == nil {
		return nil
	}
	return &study.SettingError{Err: r.err}
}

// Fail notes an error of a setting, with what to give instead.
func (r *Reader) Fail(name, want string) {
	if r.err == nil {
		r.err = fmt.Errorf("study: the setting %s is %q; give %s", name, r.Text(name), want)
	}
}

// Text returns a setting, its default if it is not given. It panics if the study has no
// setting of that name.
func (r *Reader) Text(name string) string {
	k := slices.IndexFunc(r.settings, func(s study.Setting) bool { return s.Name == name })
	if k < 0 {
		panic("custom: no setting " + name)
	}
	if v := strings.TrimSpace(r.values[name]); v != "" {
		return v
	}
	return r.settings[k].Default
}

// Count returns a whole number, at least least; least if there is an error.
func (r *Reader) Count(name string, least int) int {
	v, err := strconv.Atoi(r.Text(name))
	if err != nil || v < least || v > 1e9 {
		r.Fail(name, fmt.Sprintf("a whole number from %d", least))
		return least
	}
	return v
}

// Effort returns the number of data sets per shard, and of shards.
func (r *Reader) Effort() (each, shards int) {
	shards = r.Count("shards", 2)
	sets := r.Count("sets", shards)
	if sets%shards != 0 {
		r.Fail("sets", fmt.Sprintf("a multiple of the %d shards", shards))
	}
	return sets / shards, shards
}

// List returns the texts between the commas outside brackets; none for "none".
func (r *Reader) List(name string) []string {
	text := r.Text(name)
	if text == "none" {
		return nil
	}
	out := table.Divide(text, ',')
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	if strings.Count(text, "(") != strings.Count(text, ")") || slices.Contains(out, "") {
		r.Fail(name, "a list with a comma between two, and as many brackets that close as open")
	}
	return out
}

// Choice returns the known names that a setting lists; all for "all".
func (r *Reader) Choice(name string, known []string) []string {
	if r.Text(name) == "all" {
		return known
	}
	out := r.List(name)
	for _, s := range out {
		if !slices.Contains(known, s) {
			r.Fail(name, "all, or some of "+strings.Join(known, ", "))
		}
	}
	return out
}

// On returns the distribution and the learners of the settings, at least the given number
// of learners, each of which can be prepared for n records of the distribution.
func (r *Reader) On(n, least int) (from simdata.Generator, learners []learn.Learner) {
	from, err := parseDistribution(r.Text("distribution"), n)
	if err != nil {
		r.Fail("distribution", err.Error())
	}
	for _, text := range r.List("learners") {
		l, err := catalogue.Parse(text)
		if err != nil {
			r.Fail("learners", "others: "+err.Error())
			continue
		}
		// with its settings, in rows and headers of logs
		l = learn.Named{Learner: l, Name: strings.Join(strings.Fields(text), " ")}
		if slices.ContainsFunc(learners, func(o learn.Learner) bool { return o.String() == l.String() }) {
			r.Fail("learners", "each once")
		}
		learners = append(learners, l)
	}
	if len(learners) < least {
		r.Fail("learners", fmt.Sprintf("%d or more", least))
	}
	if r.err != nil {
		return nil, nil
	}
	d := simdata.Draw(from, n, rand.New(rand.NewPCG(1, 1)))
	for _, l := range learners {
		err := learn.Check(l, d)
		if err == nil {
			_, err = l.Prepare(context.Background(), d)
		}
		if err != nil {
			r.Fail("learners", fmt.Sprintf("others: on %s, %s: %v", from, l, err))
		}
	}
	return from, learners
}
