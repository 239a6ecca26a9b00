// Package thesis4 sets the tables of chapter 4 of Wang's thesis (2019), whose corpus is
// not public, beside the study roles on open data: another language, another annotation,
// fewer sentences. No number can match; what is compared are the claims, by sign and
// order, each with how many standard errors it holds or fails by.
package thesis4
