package catalogue

import (
	"errors"
	"github.com/block-regularized/bcv/research/internal/check"
	"reflect"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/public"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
)

// Every study says what it is and costs, and has a plan for both scales; no two share a
// name, and no two simulations a checkpoint file.
func TestStudies(t *testing.T) {
	names := map[string]bool{}
	for _, s := range All() {
		check.That(t, s.Title != "", "s.Title = %v, want another", s.Title)
		check.That(t, !(strings.HasSuffix(s.Title, ".")), "unwanted: strings.HasSuffix(s.Title, \".\")")
		check.That(t, !(strings.Contains(s.Title, "\n")), "unwanted: strings.Contains(s.Title, \"\\n\")")
		check.That(t, s.Seconds > 0, "s.Seconds = %v, want more than %v", s.Seconds, 0)
		check.That(t, !(names[s.Name]), "unwanted: names[s.Name]")
		names[s.Name] = true
	}
	for _, scale := range []study.Scale{study.Quick, study.Paper} {
		// studies of the same data sets share their checkpoints
		files, plans := map[string]string{}, map[string]sim.Plan{}
		for _, s := range All() {
			p, err := s.Plan(study.Config{Data: data.FS, Scale: scale, Seed: 1})
			if errors.Is(err, public.ErrNotFound) {
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", s.Name, err)
				continue
			}
			for _, x := range p.Simulations {
				if other, ok := files[x.Name()]; ok && (other == s.Name || !reflect.DeepEqual(plans[x.Name()],
					x.Plan())) {
					t.Errorf("%s and %s have the checkpoint %s of different simulations", other, s.Name, x.Name())
				}
				plans[x.Name()] = x.Plan()
				if files[x.Name()] = s.Name; strings.ContainsAny(x.Name(), `/\:*?[]`) || x.Plan().Seed != 1 ||
					x.Plan().Shards < 1 {
					t.Errorf("%s: %q, %+v", s.Name, x.Name(), x.Plan())
				}
			}
		}
	}
}

func TestFind(t *testing.T) {
	if s, err := Find("coverage"); err != nil || s.Name != "coverage" {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := Find("cover"); err == nil || !strings.Contains(err.Error(), "coverage") {
		t.Errorf("%v", err)
	}
}
