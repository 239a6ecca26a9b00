package cv

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ID identifies a partition set in files. Method and seed, with the other settings of the
// method (m, labels, groups), reproduce the set, and the fingerprint verifies it.
type ID struct {
	Method      Method
	Seed        uint64
	Fingerprint string // 16 hexadecimal digits, see Set.Fingerprint
	Inner       string // the same of a nested set around it, see Nested.Fingerprint; else empty
}

// ID returns the ID of a set.
func (s Set) ID() ID { return ID{Method: s.Method, Seed: s.Seed, Fingerprint: s.Fingerprint()} }

// String returns method, seed and fingerprint, separated by colons, such as
// bcv:1:3b4fe958a5e9fe59, and for a nested set its own fingerprint after these.
func (id ID) String() string {
	s := string(id.Method) + ":" + strconv.FormatUint(id.Seed, 10) + ":" + id.Fingerprint
	if id.Inner != "" {
		s += ":" + id.Inner
	}
	return s
}

// Outer returns the ID without Inner, which names the set that a nested set is built on.
func (id ID) Outer() ID {
	id.Inner = ""
	return id
}

// ParseID reads what ID.String writes.
func ParseID(text string) (ID, error) {
	bad := func(what string) (ID, error) {
		return ID{}, fmt.Errorf("cv: %q does not name a partition set, %s; it is method:seed:fingerprint, such as "+
			"bcv:1:3b4fe958a5e9fe59", text, what)
	}
	parts := strings.Split(text, ":")
	if len(parts) != 3 && len(parts) != 4 {
		return bad("it has " + strconv.Itoa(len(parts)) + " parts and not 3")
	}
	id := ID{Method: Method(parts[0]), Fingerprint: parts[2]}
	if !slices.Contains(methods, id.Method) && id.Method != Own {
		return bad("the method is unknown")
	}
	var err error
	if id.Seed, err = strconv.ParseUint(parts[1], 10, 64); err != nil {
		return bad("the seed is not a number from 0 to 2^64-1")
	}
	for _, f := range parts[2:] {
		if len(f) != 16 || strings.Trim(f, "0123456789abcdef") != "" {
			return bad("the fingerprint does not have 16 hexadecimal digits")
		}
		id.Inner = f
	}
	if len(parts) == 3 {
		id.Inner = ""
	}
	return id, nil
}
