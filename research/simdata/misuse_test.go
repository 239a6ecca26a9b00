package simdata

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// To draw no record is a programmer error, named as such.
func TestDrawPanics(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	some := Draw(SREG{P: 2}, 5, rng)
	for _, g := range []Generator{SREG{P: 2}, SREG{}, FanLv{P: 5}, SCLA(20), EXP6{}, Twonorm{}, Ringnorm{}, Waveform{},
		Population{Data: some}, Sample{Data: some}} {
		for _, n := range []int{0, -1} {
			func() {
				defer func() {
					if text, ok := recover().(string); !ok || !strings.HasPrefix(text, "simdata: ") {
						t.Errorf("%d records of %v: panic %q", n, g, text)
					}
				}()
				Draw(g, n, rng)
			}()
		}
	}
}
