package verdict

import (
	"crypto/sha256"
	"encoding/gob"
	"sync"
)

// memo keeps what takes long, by a sum of all that it is computed from: verdicts stay values, and one that was read
// from JSON shares what was computed for the one that was written.
type memo[T any] struct{ computed sync.Map }

// get returns what compute makes of from, at once if it was computed before; errors are not kept.
func (m *memo[T]) get(from any, compute func() (T, error)) (out T, err error) {
	sum := sha256.New()
	if err := gob.NewEncoder(sum).Encode(from); err != nil { // JSON has one null for all numbers that are not finite
		return out, err
	}
	key := [sha256.Size]byte(sum.Sum(nil))
	if earlier, ok := m.computed.Load(key); ok {
		return earlier.(T), nil
	}
	if out, err = compute(); err == nil {
		m.computed.Store(key, out)
	}
	return out, err
}
