package results

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cv"
)

// splitText writes a set as bcv split does.
func splitText(s cv.Set) []string {
	lines := []string{"replication,fold,record,role,set"}
	for _, r := range s.Rows() {
		lines = append(lines, fmt.Sprintf("%d,%d,%d,%s,%s", r.Replication, r.Fold, r.Record, r.Role, s.ID()))
	}
	return lines
}

func readSplitText(t *testing.T, text string) (Splits, error) {
	t.Helper()
	return readSplitTextAs(t, text, cv.Own)
}

func readSplitTextAs(t *testing.T, text string, drawn cv.Method) (Splits, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "folds.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return ReadSplitsAs(path, drawn)
}

func TestReadSplits(t *testing.T) {
	bcv, _ := cv.New(cv.BCV, 11, cv.Options{M: 3, Seed: 7})
	kfold, _ := cv.New(cv.RepeatedKFold, 11, cv.Options{K: 4, M: 2, Seed: 7})
	brlt, _ := cv.New(cv.BRLT, 11, cv.Options{Train: 6, M: 4, Seed: 7})
	rolling, _ := cv.New(cv.Rolling, 11, cv.Options{K: 2, Times: []float64{5, 1, 2, 3, 4, 0, 6, 7, 8, 9, 10}, Gap: 2})
	rng := rand.New(rand.NewPCG(1, 1))
	for _, s := range []cv.Set{bcv, kfold, brlt, rolling} {
		lines := splitText(s)
		rng.Shuffle(len(lines)-1, func(i, k int) { lines[i+1], lines[k+1] = lines[k+1], lines[i+1] })
		for i, line := range lines { // another column, other spelling
			lines[i] = " x ," + line
		}
		got, err := readSplitText(t, "\uFEFF"+strings.Join(lines, "\r\n"))
		if err != nil || !got.Named || got.Set.ID() != s.ID() {
			t.Errorf("%s is read as %s (named: %t), %v", s.ID(), got.Set.ID(), got.Named, err)
		}
		if diff := cmp.Diff(s.Folds(), got.Set.Folds()); diff != "" {
			t.Errorf("%s: folds (-want +got):\n%s", s.ID(), diff)
		}
	}
	var old []string
	for _, line := range splitText(bcv) {
		old = append(old, line[:strings.LastIndex(line, ",")])
	}
	got, err := readSplitTextAs(t, strings.Join(old, "\n"), cv.BCV)
	if err != nil || got.Named || got.Set.Method != cv.BCV {
		t.Errorf("a file without the column set: %+v, %v", got, err)
	}
	if got, want := got.Set.Fingerprint(), bcv.Fingerprint(); got != want {
		t.Errorf("a file without the column set: fingerprint %v, want %v", got, want)
	}
}

func TestReadSplitsErrors(t *testing.T) {
	bcv, _ := cv.New(cv.BCV, 4, cv.Options{M: 2, Seed: 1})
	kfold, _ := cv.New(cv.KFold, 4, cv.Options{K: 2, Seed: 1})
	good, ofKFold := splitText(bcv), splitText(kfold)
	edit := func(lines []string, line int, from, to string) string {
		out := append([]string(nil), lines...)
		if !strings.Contains(out[line-1], from) {
			t.Fatalf("line %q has no %q", out[line-1], from)
		}
		out[line-1] = strings.Replace(out[line-1], from, to, 1)
		return strings.Join(out, "\n")
	}
	all := strings.Join(good, "\n")
	first := strings.Split(good[1], ",")[2] // the record of line 2
	second := strings.Split(good[2], ",")[2]
	for _, c := range []struct{ name, text, want string }{
		{"header alone", good[0], ": has no records"},
		{"no role", edit(good, 1, "role", "rule"), ": row 1, column role: does not exist"},
		{"ragged", all + "\n1,2", ": row 18: has 2 fields, the header 5"},
		{"replication 0", edit(good, 2, "1,1,", "0,1,"),
			`: row 2, column replication: "0" is not a whole number from 1`},
		{"fold 0", edit(good, 3, "1,1,", "1,0,"), `: row 3, column fold: "0"`},
		{"record -1", edit(good, 3, ","+second+",train", ",-1,train"),
			`: row 3, column record: "-1" is not a whole number from 0`},
		{"role", edit(good, 4, "valid", "test"), `: row 4, column role: "test"; a record is train or valid`},
		{"two sets", edit(good, 9, "bcv:1", "bcv:2"), `: row 9, column set: "bcv:2:`},
		{"no set", strings.ReplaceAll(all, "bcv:1:", "bcv1:"), `: row 2, column set: cv: "bcv1:`},
		{"twice", edit(good, 2, ","+first+",train", ","+second+",train"),
			"replication 1 fold 1 has record " + second + " twice"},
		{"missing row", strings.Join(good[:len(good)-1], "\n"),
			"replication 2 fold 2 has 3 rows for the records 0 to 3"},
		{"missing fold", strings.Join(good[:13], "\n"), "2 replications of up to 2 folds, but 3 folds in all"},
		{"no twins", edit([]string{edit(good, 2, "train", "valid")}, 1, good[4], strings.Replace(good[4], "valid",
			"train", 1)), "replication 1: fold 2 is not fold 1 with"},
		{"three folds", strings.ReplaceAll(strings.Join(splitText(kfoldOf(t, 3)), "\n"), "kfold:", "bcv:"),
			"3 folds per replication; bcv has 2"},
		{"seed 1 as 2", strings.ReplaceAll(all, bcv.Fingerprint(), kfold.Fingerprint()),
			"column set: says fingerprint " + kfold.Fingerprint() + ", but the folds have " + bcv.Fingerprint()},
		{"changed fold", edit([]string{edit(ofKFold, 2, "train", "valid")}, 1, ofKFold[3], strings.Replace(ofKFold[3],
			"valid", "train", 1)), "column set: says fingerprint"},
	} {
		got, err := readSplitText(t, c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "folds.csv: ") {
			t.Errorf("%s: %+v, error %v; want %q", c.name, got, err, c.want)
		}
	}
	if _, err := ReadSplits(t.TempDir()); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Error(err)
	}
}

func kfoldOf(t *testing.T, k int) cv.Set {
	t.Helper()
	s, err := cv.New(cv.KFold, 4, cv.Options{K: k, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Whatever the bytes, the reader answers with whole folds, or with an error in one short line.
func FuzzParseSplits(f *testing.F) {
	f.Add("replication,fold,record,role\n1,1,0,train\n1,1,1,valid\n1,2,0,valid\n1,2,1,train\n")
	f.Add("replication,fold,record,role,set\n1,1,0,train,kfold:1:0123456789abcdef\n")
	f.Add("replication,half,inner,fold,record,role\n1,,,1,0,train\n1,,,1,1,valid\n1,,,2,0,valid\n1,,,2,1,train\n" +
		"2,1,1,1,0,train\n2,1,1,2,0,valid\n2,2,1,1,1,train\n2,2,1,2,1,valid\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := parseSplits("fuzz.csv", strings.NewReader(text), cv.Own)
		if err != nil {
			var te *table.Error
			if !errors.As(err, &te) || strings.Contains(err.Error(), "\n") || len(err.Error()) > 5000 {
				t.Fatalf("error %q", err)
			}
			return
		}
		if n := s.Nested; n != nil && len(n.Inner.Splits) != 2*n.Halves*n.Replications {
			t.Fatalf("%d inner splits of %d half-splits with %d inner replications", len(n.Inner.Splits), n.Halves,
				n.Replications)
		}
		for _, fold := range s.Set.Folds() {
			if len(fold.Train)+len(fold.Valid) != s.Set.N {
				t.Fatalf("%+v of %d records", fold, s.Set.N)
			}
		}
	})
}

// nestedText writes a nested set as bcv split does.
func nestedText(s cv.Nested) []string {
	lines := []string{"replication,half,inner,fold,record,role,set"}
	add := func(place string, p cv.Split, id cv.ID) {
		for _, i := range p.Train {
			lines = append(lines, fmt.Sprintf("%s,%d,train,%s", place, i, id))
		}
		for _, i := range p.Valid {
			lines = append(lines, fmt.Sprintf("%s,%d,valid,%s", place, i, id))
		}
	}
	for _, f := range s.Outer.Folds() {
		add(fmt.Sprintf("%d,,,%d", f.Replication, f.Fold), f.Split, s.Outer.ID())
	}
	for k := range s.FoldCount() {
		f := s.Fold(k)
		add(fmt.Sprintf("%d,%d,%d,%d", f.HalfSplit, f.Half, f.Replication, f.Fold), f.Split, s.ID())
	}
	return lines
}

// A nested set is read as it was written, whatever the order of the rows, with more half-splits than replications
// or fewer.
func TestReadNestedSplits(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	groups := make([]string, 40)
	for i := range groups {
		groups[i] = fmt.Sprint(i / 2)
	}
	for _, halves := range []int{2, 5} {
		for _, c := range []struct {
			method cv.Method
			opt    cv.Options
		}{{cv.BCV, cv.Options{M: 3, Seed: 7}}, {cv.Grouped, cv.Options{M: 3, Groups: groups}}, {cv.Mx2, cv.Options{M: 4}}} {
			outer, err := cv.New(c.method, 40, c.opt)
			if err != nil {
				t.Fatal(err)
			}
			s, err := cv.Nest(outer, halves, 2, c.opt)
			if err != nil {
				t.Fatal(err)
			}
			lines := nestedText(s)
			rng.Shuffle(len(lines)-1, func(i, k int) { lines[i+1], lines[k+1] = lines[k+1], lines[i+1] })
			got, err := readSplitText(t, strings.Join(lines, "\n"))
			if err != nil || got.Nested == nil {
				t.Fatalf("%s, %d half-splits: read as %v, %v; want %s", c.method, halves, got.Nested, err, s.ID())
			}
			if got.Set.ID() != outer.ID() || got.Nested.ID() != s.ID() {
				t.Errorf("%s is read as %s, %s as %s", outer.ID(), got.Set.ID(), s.ID(), got.Nested.ID())
			}
			if got.Nested.Halves != halves || got.Nested.Replications != 2 {
				t.Errorf("%s: %d half-splits, %d replications, want %d and 2",
					s.ID(), got.Nested.Halves, got.Nested.Replications, halves)
			}
			if !reflect.DeepEqual(got.Nested.Inner, s.Inner) {
				t.Errorf("%s: other inner folds", s.ID())
			}
			for i, line := range lines { // without the column set
				lines[i] = line[:strings.LastIndex(line, ",")]
			}
			got, err = readSplitTextAs(t, strings.Join(lines, "\n"), c.method)
			if err != nil || got.Named || got.Nested == nil {
				t.Fatalf("%s without a set: named %t, %v, %v", c.method, got.Named, got.Nested, err)
			}
			if got, want := got.Nested.Fingerprint(), s.Fingerprint(); got != want {
				t.Errorf("%s without a set: fingerprint %v, want %v", c.method, got, want)
			}
		}
	}
}

func TestReadNestedSplitsErrors(t *testing.T) {
	outer, err := cv.New(cv.BCV, 8, cv.Options{M: 1, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	s, err := cv.Nest(outer, 2, 1, cv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(nestedText(s), "\n") + "\n"
	id := s.ID().String()
	replace := func(pattern, to string) string {
		out := regexp.MustCompile("(?m)"+pattern).ReplaceAllString(all, to)
		if out == all {
			t.Fatalf("no line has %s", pattern)
		}
		return out
	}
	first := regexp.MustCompile(`(?m)^1,1,1,1,.*$`).FindString(all)
	for _, c := range []struct{ name, text, want string }{
		{"half 3", replace("^1,2,1,1,", "1,3,1,1,"), `column half: "3" is not a half`},
		{"half x", replace("^1,2,1,1,", "1,x,1,1,"), `column half: "x" is not a half`},
		{"inner 0", replace("^1,2,1,1,", "1,2,0,1,"), `column inner: "0" is not a half`},
		{"no inner", replace("^1,2,1,1,", "1,2,,1,"), "column inner: stands without half, or half without inner"},
		{"no half", replace("^1,2,1,1,", "1,,1,1,"), "column inner: stands without half, or half without inner"},
		{"two nested sets", strings.Replace(all, id, id[:len(id)-1]+"x", 1), "give one partition set a file"},
		{"another nested set", strings.ReplaceAll(all, id, outer.ID().String()+":0123456789abcdef"),
			"set: of inner folds is \"" + outer.ID().String() + ":0123456789abcdef\", but the folds have " + id},
		{"inner rows alone", replace(`^1,,,.*\n`, ""), "column half: stands in all rows"},
		{"no second fold", replace(`^2,2,1,2.*\n`, ""), "half-split 2 half 2 inner replication 1 has no fold 2"},
		{"no first fold", replace(`^2,2,1,1.*\n`, ""), "half-split 2 half 2 inner replication 1 has no fold 1"},
		{"no half-split 1", replace(`^1,\d,.*\n`, ""), "half-split 1 half 1 inner replication 1 has no fold 1"},
		{"an inner replication 2", replace(`^2,2,1,`, "2,2,2,"), "half-split 1 half 1 inner replication 2 has no fold 1"},
		{"fold 3", replace("^2,2,1,1,", "2,2,1,3,"), "half-split 2 half 2 inner replication 1 has no fold 1"},
		{"a third fold", all + strings.Replace(first, "1,1,1,1", "1,1,1,3", 1), "1 inner folds have another number than 1"},
		{"a row twice", all + first, "half-split 1 half 1 inner replication 1 fold 1 does not have each record of the half"},
		{"a record of the other half", replace(`^1,1,1,1,\d`, "1,1,1,1,7"), "half-split 1 half 1 inner replication 1 fold 1"},
		{"a record too large", replace(`^2,1,1,1,\d`, "2,1,1,1,8"), "half-split 2 has record 8, but records go from 0 to 7"},
		{"a record twice", strings.Replace(all, "\n2,1,1,1,", "\n2,2,1,1,", 1),
			"half-split 2 half 1 inner replication 1 fold 2 does not"},
		{"roles", strings.NewReplacer("2,2,1,2,", "2,2,1,1,", "2,2,1,1,", "2,2,1,2,").Replace(
			replace("^(2,2,1,2,.,)(train|valid)", "${1}valid")), "half-split 2 half 2 inner replication 1: fold 2 is not"},
		{"K-fold CV", strings.Join(splitText(kfoldOf(t, 2)), "\n"), ""},
	} {
		got, err := readSplitText(t, c.text)
		if c.want == "" {
			if err != nil || got.Nested != nil {
				t.Errorf("%s: %v, %v; want no nested set", c.name, got.Nested, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %+v, error %v; want %q", c.name, got.Nested, err, c.want)
		}
	}
}

// Folds without a name are somebody's own, which need not divide the records, unless a method is named that they
// look like.
func TestReadOwnSplits(t *testing.T) {
	const text = "replication,fold,record,role\n1,1,0,train\n1,1,1,valid\n1,1,3,none\n" +
		"1,2,1,valid\n1,2,0,train\n1,2,2,train\n"
	got, err := readSplitText(t, text)
	if err != nil {
		t.Fatal(err)
	}
	want := cv.Set{Method: cv.Own, N: 4, K: 2, Splits: []cv.Split{{Train: []int32{0}, Valid: []int32{1}},
		{Train: []int32{0, 2}, Valid: []int32{1}}}}
	if diff := cmp.Diff(want, got.Set); diff != "" || got.Named {
		t.Errorf("own folds, named %t (-want +got):\n%s", got.Named, diff)
	}
	for _, c := range []struct {
		drawn      cv.Method
		text, want string
	}{
		{cv.Own, strings.Replace(text, "1,1,3,none", "1,1,0,none", 1), "replication 1 fold 1 has record 0 twice"},
		{cv.Own, strings.Replace(text, "1,1,3,none", "1,1,0,valid", 1), "replication 1 fold 1 has record 0 twice"},
		{cv.Own, strings.Replace(text, "none", "out", 1), `column role: "out"; a record is train or valid, or none of them`},
		{cv.KFold, text, "replication 1 fold 1 has 2 rows for the records 0 to 3"},
		{cv.KFold, strings.Replace(text, "1,1,3,none", "1,1,2,train", 1), "split 2 is unlike a set of method kfold: it " +
			"validates a record again, or its replication leaves one out; name the method that drew these folds, or none"},
	} {
		if _, err := readSplitTextAs(t, c.text, c.drawn); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.drawn, err, c.want)
		}
	}
}
