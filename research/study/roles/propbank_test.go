package roles

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/block-regularized/bcv/pkg/text"
)

const sample = `# text = the man who she says slept left
1	the	the	DET	DT	_	2	det	_	_	_	_	_	_
2	man	man	NOUN	NN	_	7	nsubj	_	_	_	_	ARG0	ARG0
3	who	who	PRON	WP	_	6	nsubj	_	_	_	_	R-ARG0	_
4	she	she	PRON	PRP	_	5	nsubj	_	_	_	ARG0	_	_
5	says	say	VERB	VBZ	_	6	parataxis	_	_	say.01	V	_	_
6	slept	sleep	VERB	VBD	_	2	acl	_	_	sleep.01	ARG1	V	_
7	left	leave	VERB	VBD	_	0	root	_	_	leave.01	_	_	V
`

// The chunk of an argument is what depends on its head, without the predicate's branch.
func TestPropBank(t *testing.T) {
	r, err := readPropBank("a", strings.NewReader(sample))
	if err != nil {
		t.Fatal(err)
	}
	want := [][]text.Chunk{
		{{Type: "ARG0", Begin: 3, End: 4}, {Type: "ARG1", Begin: 5, End: 6}}, // says: she, slept without its own branch
		{{Type: "ARG0", Begin: 0, End: 2}, {Type: "R-ARG0", Begin: 2, End: 3}},
		{{Type: "ARG0", Begin: 0, End: 6}},
	}
	if diff := cmp.Diff(want, r.Chunks); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"say.01", "sleep.01", "leave.01"}, r.rolesets); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"the", "DT", "-3", "say"}, r.Tokens[0][0]); diff != "" ||
		r.Tokens[1][4][positionField] != "-1" || len(r.Tokens[0][0]) != 4 {
		t.Error(diff, r.Tokens[1][4])
	}
	for name, c := range map[string][2]string{
		"columns": {"1\ta\n", "row 1: 2 columns"},
		"uneven":  {sample + "8\tx\t_\t_\t_\t_\t1\t_\t_\t_\t_\n", "11 columns, 14 in the first"},
		"head":    {strings.Replace(sample, "\t7\tnsubj", "\t9\tnsubj", 1), `head "9" of word 2`},
		"missing": {strings.ReplaceAll(sample, "\tdet\t_\t_\t_", "\tdet\t_\t_\tx.01"), "4 predicates but 3 columns"},
		"nothing": {"# a\n", "no sentences"},
	} {
		if _, err := readPropBank("a", strings.NewReader(c[0])); err == nil || !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%s: %v, want %q", name, err, c[1])
		}
	}
}
