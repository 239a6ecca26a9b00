// Package studytest holds distributions of data with known answers for the tests of studies.
package studytest
