// Package chromium opens pages in a headless Chromium with a profile of its own, for
// the tests with the tags browser and site.
package chromium
