package lex

// Kinds is a set of lists that a word stands in, as lists is; to be in one does not make a word known.
type Kinds uint64

// The kinds of words.
const (
	Adds        Kinds = 1 << iota // adds to an order
	Removes                       // takes out of one
	Wants                         // says of no order whether it stands already
	Swaps                         // puts one thing in the place of another
	Strong                        // opens an address, with a name or a number after it
	Weak                          // opens one, with a capital after it
	Short                         // opens one, with a number after it
	LeadName                      // names an address that follows
	LeadVerb                      // does something at an address that follows
	Road                          // ends the name of an English street
	Unit                          // goes on with an address after its street
	Join                          // stands inside of an address
	Stop                          // follows an address and is none of it
	Prices                        // says what a business takes or gives
	Compares                      // sets a business beside another
	Elsewhere                     // a place of which "la otra", "another" and "outro" make a competitor
	Rival                         // a seller that everybody knows
	Unnaming                      // left out by those who say a name
	PersonTitle                   // before the name of a person
	Everyday                      // says nothing of which service is meant
	Ordinary                      // a word that every message may hold
	Vessel                        // what things are counted in
	Noted                         // a vessel that is noted
	Measure                       // a weight
	Fancy                         // an adjective between the number and the thing
	Note                          // opens a note by itself
	NotWith                       // after "con" or "sin": no way in which a thing is wanted
	NoteStop                      // begins something else than a note
	Connector                     // joins the words of a name
	NotName                       // no name, after "soy"
	FirstName
)

// KindLists hold the words of each kind, folded.
var KindLists = map[Kinds]string{
	Adds: addVerbs, Removes: removeVerbs, Wants: wantVerbs, Swaps: swapVerbs,
	Strong: strongList, Weak: weakList, Short: shortList, LeadName: leadNames, LeadVerb: leadVerbs, Road: roads, Unit: unitWords, Join: addressJoins, Stop: addressStops,
	Prices: askingPrice, Compares: comparing, Elsewhere: elsewhere, Rival: rivals,
	Unnaming: unnaming, PersonTitle: titles, Everyday: everyday, Ordinary: ordinary,
	Vessel: vessels, Noted: notedVessels, Measure: measures, Fancy: fancy, Note: noteWords, NotWith: notWith, NoteStop: noteStops,
	Connector: connectors, NotName: notNames, FirstName: firstNames,
}
