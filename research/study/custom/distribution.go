package custom

import (
	"fmt"
	"hash/crc32"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/research/public"
	"github.com/block-regularized/bcv/research/simdata"
)

// family is a family of distributions.
type family struct {
	name, settings string // settings with their defaults, as one writes them
	make           func(v map[string]float64) (simdata.Generator, error)
}

// families are the distributions that are formulas.
var families = []family{
	{"SREG", "p=20", func(v map[string]float64) (simdata.Generator,
		error) {
		return simdata.SREG{P: int(v["p"])}, nil
	}},
	{"FanLv", "p=500, phi=0.5, beta=5", func(v map[string]float64) (simdata.Generator, error) {
		if v["p"] < 4 || !(v["phi"] > 0 && v["phi"] < 1) {
			return nil, fmt.Errorf("FanLv with p from 4 and phi between 0 and 1")
		}
		return simdata.FanLv{P: int(v["p"]), Phi: v["phi"], Beta: v["beta"]}, nil
	}},
	{"SCLA", "p=20", func(v map[string]float64) (simdata.Generator, error) { return simdata.SCLA(int(v["p"])), nil }},
	{"gaussians", "p=20, shifted=2, shift=0.5", func(v map[string]float64) (simdata.Generator, error) {
		if v["shifted"] < 0 || v["shifted"] > v["p"] {
			return nil, fmt.Errorf("gaussians with shifted from 0 to p")
		}
		return simdata.Gaussians{P: int(v["p"]), Shifted: int(v["shifted"]), Shift: v["shift"]}, nil
	}},
	{"logit", "p=20, beta=1", func(v map[string]float64) (simdata.Generator, error) {
		return simdata.Logit{P: int(v["p"]), Beta: v["beta"]}, nil
	}},
	{"EXP6", "", func(map[string]float64) (simdata.Generator, error) { return simdata.EXP6{}, nil }},
	{"twonorm", "", func(map[string]float64) (simdata.Generator, error) { return simdata.Twonorm{}, nil }},
	{"ringnorm", "", func(map[string]float64) (simdata.Generator, error) { return simdata.Ringnorm{}, nil }},
	{"waveform", "", func(map[string]float64) (simdata.Generator, error) { return simdata.Waveform{}, nil }},
}

// known lists the distributions.
func known() string {
	var names []string
	for _, f := range families {
		names = append(names, f.String())
	}
	return "use " + strings.Join(names, ", ") + ", or population(DATA) with replacement or sample(DATA) without, " +
		"where DATA is a CSV file with the classes last, or a set of bcv data list"
}

func (f family) String() string {
	if f.settings == "" {
		return f.name
	}
	return f.name + "(" + f.settings + ")"
}

// parseDistribution reads a distribution such as "SREG(p=20)" or "population(letter)", from which n
// records can be drawn. Settings that are left out have the defaults that the error names.
// The name of a distribution of the records of a file contains a checksum of the file.
func parseDistribution(text string, n int) (simdata.Generator, error) {
	name, inner, bracket := strings.Cut(text, "(")
	name = strings.TrimSpace(name)
	if bracket {
		var closed bool
		if inner, closed = strings.CutSuffix(strings.TrimSpace(inner), ")"); !closed {
			return nil, fmt.Errorf("%q its closing bracket", text)
		}
	}
	if name == "population" || name == "sample" {
		return drawn(name, strings.TrimSpace(inner), n)
	}
	for _, f := range families {
		if f.name != name {
			continue
		}
		values, err := f.values(inner)
		if err != nil {
			return nil, err
		}
		return f.make(values)
	}
	return nil, fmt.Errorf("another: %s", known())
}

// values returns the settings, which are finite; p is a whole number from 1.
func (f family) values(inner string) (map[string]float64, error) {
	out := map[string]float64{}
	for i, text := range []string{f.settings, inner} {
		for _, part := range strings.Split(text, ",") {
			if strings.TrimSpace(part) == "" {
				continue
			}
			key, value, _ := strings.Cut(part, "=")
			key = strings.TrimSpace(key)
			v, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			_, exists := out[key]
			whole := key == "p" || key == "shifted"
			if err != nil || i > 0 && !exists || v-v != 0 || whole && (v != float64(int(v)) || v < 0 || v > 1e6) ||
				key == "p" && v < 1 {
				return nil, fmt.Errorf("it as %s, with other numbers", f)
			}
			out[key] = v
		}
	}
	return out, nil
}

// drawn returns a data set as a population.
func drawn(how, data string, n int) (simdata.Generator, error) {
	if data == "" {
		return nil, fmt.Errorf("%s(DATA), where DATA is a CSV file or a set of bcv data list", how)
	}
	var d *dataset.Data
	var err error
	if strings.ContainsAny(data, `./\`) {
		if d, err = dataset.Read(data, dataset.Options{}); err == nil {
			d.Name, err = nameOf(data)
		}
	} else {
		d, err = public.Open(data)
	}
	if err != nil {
		return nil, fmt.Errorf("another: %w", err)
	}
	if how == "population" {
		return simdata.Population{Data: d}, nil
	}
	if n > d.N() {
		return nil, fmt.Errorf("population(%s), or at most %d for n: there are no more to draw without replacement",
			data, d.N())
	}
	return simdata.Sample{Data: d}, nil
}

// nameOf returns the name of a file with a checksum of its content.
func nameOf(path string) (string, error) {
	f, err := table.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := crc32.NewIEEE()
	_, err = io.Copy(sum, f)
	return fmt.Sprintf("%s, sum %08x", filepath.Base(path), sum.Sum32()), err
}
