// Package thesis7 covers chapter 7 of the thesis: software defects.
package thesis7
