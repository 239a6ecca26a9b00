package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/examples/mnist/cnn"
	"github.com/block-regularized/bcv/examples/mnist/images"
)

// learner makes one fit after the other. Nothing of a fit is left for the next but memory.
type learner struct {
	config  cnn.Config
	network *cnn.Network // of the last fit
}

// file is what a file of records holds: target or record is there.
type file struct {
	pixels [][]float32
	target []string
	record []string
}

// fit trains on one file, predicts the other and writes the predictions. Random numbers
// come from the seed of the fit and the seed of the flags alone.
func (l *learner) fit(train, test, predictions string, seed uint64) error {
	known, err := l.read(train, "target")
	if err != nil {
		return err
	}
	unknown, err := l.read(test, "record")
	if err != nil {
		return err
	}
	classes := slices.Compact(slices.Sorted(slices.Values(known.target)))
	in := cnn.Images{Pixels: known.pixels}
	for _, name := range known.target {
		k, _ := slices.BinarySearch(classes, name)
		in.Labels = append(in.Labels, k)
	}
	if l.network == nil || l.config.Classes != len(classes) {
		l.config.Classes = len(classes)
		if l.network, err = cnn.New(l.config); err != nil {
			return err
		}
	}
	l.network.Fit(context.Background(), in, seed+l.config.Seed<<32)
	rows := [][]string{{"record", "prediction"}}
	for i, k := range l.network.Predict(cnn.Images{Pixels: unknown.pixels}) {
		rows = append(rows, []string{unknown.record[i], classes[k]})
	}
	return write(predictions, rows)
}

// read reads a file with a column of names, target or record, and pixels for the rest.
func (l *learner) read(path, name string) (out file, err error) {
	f, err := os.Open(path)
	if err != nil {
		return out, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.ReuseRecord = true
	header, err := r.Read()
	if err != nil {
		return out, fmt.Errorf("%s: %w", path, err)
	}
	at := slices.Index(header, name)
	if at < 0 {
		return out, fmt.Errorf("%s: no column %q; give the files that bcv writes", path, name)
	}
	side, err := images.Side(len(header) - 1)
	if err != nil {
		return out, fmt.Errorf("%s: %w", path, err)
	}
	if side%l.config.Side != 0 {
		return out, fmt.Errorf("%s: images of side %d; give --side a divisor of that, not %d", path, side, l.config.Side)
	}
	for row := 1; ; row++ {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return out, fmt.Errorf("%s: %w", path, err)
		}
		image, err := l.pixels(cells, at, side)
		if err != nil {
			return out, fmt.Errorf("%s: row %d: %w", path, row, err)
		}
		out.pixels = append(out.pixels, image)
		if name == "target" {
			out.target = append(out.target, strings.Clone(cells[at]))
		} else {
			out.record = append(out.record, strings.Clone(cells[at]))
		}
	}
	if len(out.pixels) == 0 {
		return out, fmt.Errorf("%s: no records", path)
	}
	return out, nil
}

// pixels turns grey values, all cells but one, into an image of the network.
func (l *learner) pixels(cells []string, but, side int) ([]float32, error) {
	full := make([]float32, 0, side*side)
	for i, cell := range cells {
		if i == but {
			continue
		}
		v, err := strconv.ParseFloat(cell, 32)
		if err != nil {
			return nil, fmt.Errorf("%q is not a number", cell)
		}
		full = append(full, float32(v)/255)
	}
	if side == l.config.Side {
		return full, nil
	}
	image := make([]float32, l.config.Side*l.config.Side)
	images.Average(full, side, l.config.Side, image)
	return image, nil
}

func write(path string, rows [][]string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(csv.NewWriter(f).WriteAll(rows), f.Close())
}
