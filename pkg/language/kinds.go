package language

// kinds is a set of lists that a word stands in, as lists is; to be in one does not make a word known.
type kinds uint64

const (
	kAdds      kinds = 1 << iota // adds to an order
	kRemoves                     // takes out of one
	kWants                       // says of no order whether it stands already
	kSwaps                       // puts one thing in the place of another
	kStrong                      // opens an address, with a name or a number behind it
	kWeak                        // opens one, with a capital behind it
	kShort                       // opens one, with a number behind it
	kLeadName                    // names an address that follows
	kLeadVerb                    // does something at an address that follows
	kRoad                        // ends the name of an English street
	kUnit                        // goes on with an address after its street
	kJoin                        // stands inside of an address
	kStop                        // follows an address and is none of it
	kPrices                      // says what a business takes or gives
	kCompares                    // sets a business beside another
	kElsewhere                   // a place of which "la otra", "another" and "outro" make a competitor
	kRival                       // a seller that everybody knows
	kUnnaming                    // left out by those who say a name
	kTitle                       // before the name of a person
	kEveryday                    // says nothing of which service is meant
	kOrdinary                    // a word that every message may hold
	kVessel                      // what things are counted in
	kNoted                       // a vessel that is noted
	kMeasure                     // a weight
	kFancy                       // an adjective between the number and the thing
	kNote                        // opens a note by itself
	kNotWith                     // after "con" or "sin": no way in which a thing is wanted
	kNoteStop                    // begins something else than a note
	kConnector                   // joins the words of a name
	kNotName                     // no name, after "soy"
	kFirstName
)

// kindLists hold the words of each kind, folded.
var kindLists = map[kinds]string{
	kAdds: addVerbs, kRemoves: removeVerbs, kWants: wantVerbs, kSwaps: swapVerbs,
	kStrong: strongList, kWeak: weakList, kShort: shortList, kLeadName: leadNames, kLeadVerb: leadVerbs, kRoad: roads, kUnit: unitWords, kJoin: addressJoins, kStop: addressStops,
	kPrices: askingPrice, kCompares: comparing, kElsewhere: elsewhere, kRival: rivals,
	kUnnaming: unnaming, kTitle: titles, kEveryday: everyday, kOrdinary: ordinary,
	kVessel: vessels, kNoted: notedVessels, kMeasure: measures, kFancy: fancy, kNote: noteWords, kNotWith: notWith, kNoteStop: noteStops,
	kConnector: connectors, kNotName: notNames, kFirstName: firstNames,
}
