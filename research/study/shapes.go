package study

import (
	"context"
	"math/rand/v2"
	"reflect"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/sim"
)

// What most studies have in common: shards of data sets, states that are lists, tables of
// the rows of several experiments.

// Each returns the Shard of an experiment on the given number of data sets per shard. add
// draws a data set and adds what it shows to the state, which begins as the zero value.
func Each[S, W any](sets int,
	add func(w W, rng *rand.Rand, into *S) error) func(context.Context, W, int, *rand.Rand) (S, error) {
	return func(ctx context.Context, w W, _ int, rng *rand.Rand) (s S, err error) {
		for range sets {
			if err = ctx.Err(); err == nil {
				err = add(w, rng, &s)
			}
			if err != nil {
				break
			}
		}
		return s, err
	}
}

// Batched returns an experiment that keeps the states of shards apart, for standard errors
// by the jackknife.
func Batched[S, W any](plan sim.Plan, worker func() W,
	shard func(context.Context, W, int, *rand.Rand) (S, error)) sim.Experiment[sim.Batches[S], W] {
	return sim.Experiment[sim.Batches[S], W]{Plan: plan, Worker: worker, Merge: (*sim.Batches[S]).Merge,
		Shard: func(ctx context.Context, w W, k int, rng *rand.Rand) (sim.Batches[S], error) {
			s, err := shard(ctx, w, k, rng)
			return sim.Batches[S]{Parts: []S{s}}, err
		}}
}

// Append is the Merge of experiments whose state is a list of results of data sets.
func Append[T any](into *[]T, from []T) { *into = append(*into, from...) }

// Elementwise returns the Merge of lists of one length, the first of which may be nil, from
// the Merge of their elements.
func Elementwise[T any](merge func(into *T, from T)) func(into *[]T, from []T) {
	return func(into *[]T, from []T) {
		if *into == nil {
			*into = make([]T, len(from))
		}
		for k, v := range from {
			merge(&(*into)[k], v)
		}
	}
}

// Add is the Merge of structs whose fields are numbers, or arrays and structs of numbers: it adds field by field.
func Add[T any](into *T, from T) { add(reflect.ValueOf(into).Elem(), reflect.ValueOf(from)) }

func add(into, from reflect.Value) {
	switch into.Kind() {
	case reflect.Struct:
		for i := range into.NumField() {
			add(into.Field(i), from.Field(i))
		}
	case reflect.Array:
		for i := range into.Len() {
			add(into.Index(i), from.Index(i))
		}
	case reflect.Int:
		into.SetInt(into.Int() + from.Int())
	default:
		into.SetFloat(into.Float() + from.Float())
	}
}

// State is the result of an experiment that is its merged state.
func State[S any](s S, _ Effort) (S, error) { return s, nil }

// Rows returns the rows of all experiments, which have run, one after the other.
func Rows[R, Row any](e []*Experiment[R], rows func(R) []Row) []Row {
	var out []Row
	for _, x := range e {
		out = append(out, rows(x.Result())...)
	}
	return out
}

// PlanOf returns the plan of experiments and the tables of their results.
func PlanOf[R any](tables func() []Table, e ...*Experiment[R]) Plan {
	return Plan{Simulations: All(e), Tables: func() ([]Table, error) { return tables(), nil }}
}

// Columns returns the data with some of the features, numbered from 0; targets are shared.
func Columns(d *dataset.Data, columns []int) *dataset.Data {
	x := mat.NewDense(d.N(), len(columns), nil)
	for i := range d.N() {
		from, to := d.X.RawRowView(i), x.RawRowView(i)
		for k, j := range columns {
			to[k] = from[j]
		}
	}
	return &dataset.Data{Name: d.Name, X: x, Response: d.Response, Class: d.Class, Classes: d.Classes}
}

// Confusion counts what a fitted model does on validation records; positive is
// the number of the positive class.
func Confusion(predicted []float64, d *dataset.Data, valid []int32, positive int32) (c posterior.Counts) {
	for k, i := range valid {
		switch said, truth := int32(predicted[k]) == positive, d.Class[i] == positive; {
		case said && truth:
			c.TP++
		case said:
			c.FP++
		case truth:
			c.FN++
		}
	}
	return c
}

// Where returns the rows that keep accepts, in their order.
func Where[T any](rows []T, keep func(T) bool) []T {
	var out []T
	for _, r := range rows {
		if keep(r) {
			out = append(out, r)
		}
	}
	return out
}

// Group returns the rows of each key, the keys in the order in which they come.
func Group[K comparable, T any](rows []T, key func(T) K) [][]T {
	var out [][]T
	at := map[K]int{}
	for _, r := range rows {
		k, seen := at[key(r)]
		if !seen {
			k = len(out)
			at[key(r)], out = k, append(out, nil)
		}
		out[k] = append(out[k], r)
	}
	return out
}
