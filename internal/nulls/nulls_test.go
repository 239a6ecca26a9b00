package nulls_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/nulls"
)

type ends struct{ Low, High float64 }

type estimate struct{ Low, Mid, High float64 }

type named struct {
	Name string
	Max  float64
}

type share struct{ Mean float64 }

type inner struct{ Draws int }

type value struct {
	inner
	Metric    named `json:"metric" nulls:"name"`
	HalfWidth float64
	Limit     float64 `json:"" nulls:"inf"`
	Largest   float64 `json:"" nulls:"bound"`
	CI        ends    `json:"interval_of_ratio" nulls:"ends"`
	None      ends    `json:"none" nulls:"ends"`
	Open      ends    `json:"open" nulls:"ends"`
	Share     share   `json:"" nulls:"inline"`
	Rows      [][]float64
	Pairs     [2][]int
	Of        *named
	Again     *named
	Text      string `json:"text"`
	Empty     string `json:"empty" nulls:"null"`
	Some      share  `json:"some" nulls:"null"`
	Draws     int
	Left      int `json:"-"`
}

// What is written is read again, and no number that JSON does not have stops it.
func TestThereAndBack(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	v := value{inner: inner{7}, Metric: named{Name: "F1"}, HalfWidth: nan, Limit: -inf, Largest: -inf, CI: ends{1, inf},
		None: ends{nan, nan}, Open: ends{-inf, 2}, Share: share{0.1}, Rows: [][]float64{{1, nan}, {1.0 / 3}},
		Pairs: [2][]int{nil, {3}}, Again: &named{"x", nan}, Text: "a<b", Some: share{2}}
	text, err := nulls.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"draws":7,"metric":"F1","half_width":null,"limit":"-inf","largest":-1.7976931348623157e+308,"interval_of_ratio":[1,null],"none":null,` +
		`"open":[null,2],"mean":0.1,"rows":[[1,null],[0.3333333333333333]],"pairs":[[],[3]],"of":null,` +
		`"again":{"name":"x","max":null},"text":"a\u003cb","empty":null,"some":{"mean":2}}`
	if string(text) != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
	back := value{Left: 3, Limit: 9, Largest: 9, HalfWidth: 9, Of: &named{}}
	if err := nulls.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	again, err := nulls.Marshal(back)
	if err != nil || string(again) != want {
		t.Errorf("got  %s (%v)\nwant %s", again, err, want)
	}
	got := []any{back.Limit, back.Largest, back.Open, back.CI, math.IsNaN(back.None.Low), math.IsNaN(back.HalfWidth), back.Left,
		back.Draws, back.Of == nil, back.Pairs}
	if want := []any{-inf, -inf, v.Open, v.CI, true, true, 3, 7, true, v.Pairs}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// An estimate with its interval has two members.
func TestEstimate(t *testing.T) {
	type of struct {
		E estimate `json:"estimate" nulls:"ends"`
	}
	v := of{estimate{math.Inf(-1), 2, 3}}
	text, err := nulls.Marshal(v)
	if want := `{"estimate":2,"interval":[null,3]}`; err != nil || string(text) != want {
		t.Errorf("got %s (%v), want %s", text, err, want)
	}
	var back of
	if err := nulls.Unmarshal(text, &back); err != nil || back != v {
		t.Errorf("got %v (%v), want %v", back, err, v)
	}
}

// What is of another type is an error.
func TestOtherTypes(t *testing.T) {
	for _, text := range []string{`[]`, `{"rows":[1]}`, `{"half_width":"x"}`, `{"interval_of_ratio":[1,"x"]}`, `{"of":[]}`,
		`{"pairs":{}}`, `{"text":1}`, `{`} {
		err := nulls.Unmarshal([]byte(text), &value{})
		if err == nil || !strings.Contains(strings.ToLower(err.Error()), "json") {
			t.Errorf("%s: %v, want an error of JSON", text, err)
		}
	}
}
