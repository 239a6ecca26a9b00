package rejection

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/research/internal/check"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/simdata"
)

// A test of a program's own sees what the tests of table V see on the same partition set.
func TestOn(t *testing.T) {
	twins := map[string]Test{
		"RHO paired t-test":         On(HoldOuts, 15, "a", infer.ResampledT),
		"Corrected RHO t-test":      On(HoldOuts9, 15, "b", infer.CorrectedResampledT),
		"Corrected 10x10 CV t-test": On(TenByTen, 10, "c", infer.CorrectedRepeatedKFoldT),
		"5x2 CV paired t-test":      On(FiveByTwo, 5, "d", infer.FiveByTwoT),
		"Blocked 3x2 CV t-test":     On(FiveByTwoBCV, 3, "e", infer.BlockedT),
	}
	s := Study{Pair: NewPair("twonorm", simdata.Twonorm{}, 40, neighbour.KNN{}, tree.C45{}), Sets: 20, Shards: 2,
		Seed: 1}
	for _, own := range twins {
		s.Own = append(s.Own, own)
	}
	r, err := s.Run(t.Context(), sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	share, rejected := map[string]float64{}, 0.0
	for _, row := range r.Rows() {
		share[row.Test] = row.Share
	}
	for name, own := range twins {
		check.Equal(t, name, share[own.Name], share[name])
		rejected += share[name]
	}
	check.That(t, rejected > 0 && rejected < 5, "all tests decide alike: shares %v", share)
}

func TestOnPanics(t *testing.T) {
	for set, m := range map[PartitionSet]int{HoldOuts: 16, HoldOuts9: 16, TenByTen: 11, FiveByTwo: 6, FiveByTwoBCV: 0} {
		func() {
			defer func() { check.That(t, recover() != nil, "set %d, %d replications: no panic", set, m) }()
			On(set, m, "x", infer.ResampledT)
		}()
	}
}

// Logs of other tests are refused.
func TestOwnLogs(t *testing.T) {
	s := Study{Pair: NewPair("twonorm", simdata.Twonorm{}, 40, neighbour.KNN{}, tree.C45{}), Sets: 1, Shards: 2,
		Seed: 1}
	opt := sim.Options{Log: filepath.Join(t.TempDir(), "log")}
	s.Own = []Test{On(FiveByTwo, 5, "mine", infer.FiveByTwoT)}
	if _, err := s.Run(t.Context(), opt); err != nil {
		t.Fatal(err)
	}
	s.Own = []Test{On(FiveByTwo, 5, "another", infer.FiveByTwoT)}
	_, err := s.Run(t.Context(), opt)
	if want := "its config tests is"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}
