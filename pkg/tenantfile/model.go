package tenantfile

// Tenant is the file: every key that may stand in it. A key that is not here is refused.
// Tags: required; max bounds a text's characters or a list's items; check names a form (form.go).
type Tenant struct {
	ID          string    `yaml:"id,required" check:"slug"`
	Name        string    `yaml:"name,required" max:"120"`
	LegalName   string    `yaml:"legal_name" max:"160"`
	Description string    `yaml:"description" max:"2000"`
	Vertical    string    `yaml:"vertical,required" check:"vertical"`
	Country     string    `yaml:"country,required" check:"country"`
	Zone        string    `yaml:"zone,required" check:"zone"`
	Currency    string    `yaml:"currency,required" check:"currency"`
	Language    string    `yaml:"language,required" check:"language"`
	Website     string    `yaml:"website" max:"200" check:"url"`
	Email       string    `yaml:"email" max:"200" check:"email"`
	Phone       string    `yaml:"phone" check:"phone"`
	Booking     Booking   `yaml:"booking"`
	Orders      Orders    `yaml:"orders"`
	Reminders   Reminders `yaml:"reminders"`
	Writes      Writes    `yaml:"writes"`
	Loyalty     Loyalty   `yaml:"loyalty"`
	Routing     Routing   `yaml:"routing"`
	Guard       Guard     `yaml:"guard"`
	Handoff     Handoff   `yaml:"handoff"`
	Grounding   string    `yaml:"grounding" check:"grounding"` // default enforce
	AnswerCache *bool     `yaml:"answer_cache"`                // default true
	Tools       Tools     `yaml:"tools"`
	Budget      Budget    `yaml:"budget"`
	Prompt      Prompt    `yaml:"prompt"`
	Memory      Memory    `yaml:"memory"`

	Accounts     []Account     `yaml:"accounts,required" max:"20"`
	Assistants   []Assistant   `yaml:"assistants,required" max:"20"`
	Instructions []Instruction `yaml:"instructions" max:"50"`
	Branches     []Branch      `yaml:"branches" max:"50"`
	Closures     []Closure     `yaml:"closures" max:"200"`
	Staff        []Person      `yaml:"staff" max:"200"`
	Tables       []Table       `yaml:"tables" max:"100"`
	Rooms        []Room        `yaml:"rooms" max:"100"`
	Services     []Service     `yaml:"services" max:"300"`
	Menu         []Dish        `yaml:"menu" max:"500"`
	Zones        []Zone        `yaml:"zones" max:"50"`
	Policies     []Policy      `yaml:"policies" max:"20"`
	FAQs         []FAQ         `yaml:"faqs" max:"300"`
	Templates    []Template    `yaml:"templates" max:"20"`
	Competitors  []Competitor  `yaml:"competitors" max:"50"`
	Corpora      []Corpus      `yaml:"corpora" max:"50"`
	Synonyms     []string      `yaml:"synonyms" max:"100"`
	Knowledge    []Knowledge   `yaml:"knowledge" max:"200"`
}

// Booking says when openings start, and how late and how often customers may book, move and cancel by themselves; a zero value is
// the default. A cancellation with a large party may ask for more notice.
type Booking struct {
	StepMinutes    *int `yaml:"step_minutes" min:"5" max:"240"`
	NoticeMinutes  *int `yaml:"notice_minutes" min:"0" max:"10080"`
	HorizonDays    *int `yaml:"horizon_days" min:"1" max:"366"`
	DefaultMinutes *int `yaml:"default_minutes" min:"5" max:"1440"`

	CancelNoticeMinutes           *int `yaml:"cancel_notice_minutes" min:"0" max:"43200"` // default 0: until it begins
	MoveNoticeMinutes             *int `yaml:"move_notice_minutes" min:"0" max:"43200"`
	LargeParty                    *int `yaml:"large_party" min:"2" max:"500"` // people from which on a party is large
	LargePartyCancelNoticeMinutes *int `yaml:"large_party_cancel_notice_minutes" min:"0" max:"43200"`
	MaxAhead                      *int `yaml:"max_ahead" min:"1" max:"100"` // appointments of one customer; default 3

	WebChatPerHour *int `yaml:"web_chat_per_hour" min:"0" max:"1000"` // bookings of all visitors of a page; default 10

	HoldMinutes *int `yaml:"hold_minutes" min:"0" max:"60"` // a time is kept while its yes is awaited; default 5
	MaxHolds    *int `yaml:"max_holds" min:"1" max:"20"`    // of one customer; default 2
}

// Writes bounds what one customer makes tools write within 24 hours, and says which writes a person of the business decides about.
type Writes struct {
	PerDay        []WriteLimit `yaml:"per_day" max:"30"`
	Approve       []Approval   `yaml:"approve" max:"30"`
	ApprovalHours *int         `yaml:"approval_hours" min:"1" max:"720"` // without an answer for so long it is refused; default 20
}

// WriteLimit is how often one customer may write with a tool within 24 hours.
type WriteLimit struct {
	Tool string `yaml:"tool,required" check:"write_tool"`
	Max  int    `yaml:"max,required" min:"1" max:"1000"`
}

// Approval names a tool whose writes wait for a person; above is the total from which on, where the write has one.
type Approval struct {
	Tool  string `yaml:"tool,required" check:"approved_tool"`
	Above Amount `yaml:"above"`
}

// Reminders says when customers are reminded of their appointments, when nobody is written to unasked, and what becomes of an appointment
// that nobody closed.
type Reminders struct {
	DayBefore     *bool  `yaml:"day_before"`   // default yes
	HoursBefore   *bool  `yaml:"hours_before"` // default yes
	QuietFrom     string `yaml:"quiet_from" check:"clock"`
	QuietTo       string `yaml:"quiet_to" check:"clock"`
	NoShowMinutes *int   `yaml:"no_show_minutes" min:"15" max:"10080"` // default: only the business says so
}

// Orders says whether customers may order dishes, and how; amounts are in major units of the tenant's currency.
type Orders struct {
	Pickup             bool   `yaml:"pickup"`
	Delivery           bool   `yaml:"delivery"`
	Minimum            Amount `yaml:"minimum"`
	PreparationMinutes *int   `yaml:"preparation_minutes" min:"0" max:"1440"` // default 30
	HorizonDays        *int   `yaml:"horizon_days" min:"0" max:"60"`          // default 1; 0 is today only
	CancelUntil        string `yaml:"cancel_until" check:"order_state"`       // default preparing
	MaxOpen            *int   `yaml:"max_open" min:"1" max:"100"`             // of one customer; default 3
	MaxTotalPerDay     Amount `yaml:"max_total_per_day"`
	WebChatPerHour     *int   `yaml:"web_chat_per_hour" min:"0" max:"1000"` // orders of all visitors of a page; default 10
}

// Loyalty says what customers earn by what they do, and what they get for it.
type Loyalty struct {
	ID             string   `yaml:"id" check:"slug"` // default loyalty; another one begins anew
	Name           string   `yaml:"name" max:"80"`
	Unit           string   `yaml:"unit" max:"30"` // default points
	PerAppointment *int     `yaml:"per_appointment" min:"0" max:"100000"`
	PerOrder       *int     `yaml:"per_order" min:"0" max:"100000"`
	PerAmount      Amount   `yaml:"per_amount"`
	ExpireDays     *int     `yaml:"expire_days" min:"1" max:"3650"` // default never
	Rewards        []Reward `yaml:"rewards" max:"50"`
}

// Reward is what customers get for what they earned. Its code is good for code_days.
type Reward struct {
	ID          string   `yaml:"id,required" check:"slug"`
	Name        string   `yaml:"name,required" max:"80"`
	Aliases     []string `yaml:"aliases" max:"20"`
	Description string   `yaml:"description" max:"300"`
	Tokens      int      `yaml:"tokens,required" min:"1" max:"1000000"`
	Available   *bool    `yaml:"available"`                   // default true
	CodeDays    *int     `yaml:"code_days" min:"1" max:"366"` // default 30
}

// Routing overrides how the router chooses a specialist, and teaches it what customers of this tenant say.
type Routing struct {
	Threshold   float64           `yaml:"threshold" min:"0" max:"1"`
	Specialists map[string]string `yaml:"specialists" max:"40"`
	Phrases     []Phrase          `yaml:"phrases" max:"100"`
}

// Phrase speaks for an intent where it stands in a message. Examples are messages that must be read as the intent, NotExamples such
// as must not: recado tenant check reads them all.
type Phrase struct {
	Say         string   `yaml:"say,required" max:"200"`
	Intent      string   `yaml:"intent,required" check:"intent"`
	Examples    []string `yaml:"examples,required" max:"20"`
	NotExamples []string `yaml:"not_examples" max:"20"`
}

// Guard says from which score a message is flagged or blocked (3 and 6 where nothing is said), which phrases no message may hold,
// and which hosts a reply may link to beside the tenant's own website and maps.
type Guard struct {
	FlagAt         *float64        `yaml:"flag_at" min:"1" max:"20"`
	BlockAt        *float64        `yaml:"block_at" min:"1" max:"20"`
	BlockedPhrases []BlockedPhrase `yaml:"blocked_phrases" max:"100"`
	AllowedLinks   []string        `yaml:"allowed_links" max:"50" check:"host"`
}

// BlockedPhrase is found in whole words, however they are written: case, accents, repeated letters and spacing do not matter.
type BlockedPhrase struct {
	Phrase string `yaml:"phrase,required" max:"100"`
	Action string `yaml:"action" check:"action"` // default block
}

// Handoff says how a person and the assistant share conversations, and how the business hears that a person is wanted.
type Handoff struct {
	Hours           Hours    `yaml:"hours" max:"7"`               // when somebody reads; default while a branch is open
	ReturnAfter     string   `yaml:"return_after" check:"return"` // after the person's last word, or never; default 4h
	ReturnAtOpening bool     `yaml:"return_at_opening"`           // what a person took before the next opening goes back then
	Closed          string   `yaml:"closed" check:"closed"`       // while nobody reads; default answer
	Notify          []Notify `yaml:"notify" max:"5"`
}

// Notify is one way to the business: a webhook with the secret that signs it, an e-mail address, or the WhatsApp number of somebody
// of the staff, written from a WhatsApp account of the tenant (the first where none is named).
type Notify struct {
	Webhook  string `yaml:"webhook" max:"500"`
	Secret   string `yaml:"secret"`
	Email    string `yaml:"email" max:"200" check:"email"`
	WhatsApp string `yaml:"whatsapp" check:"phone"`
	Account  string `yaml:"account" max:"100" check:"token"`
}

// Account is the tenant's identity on a channel. api_url may be a variable ${TENANT_…}, secrets must be. Origins are the pages that
// may use a web chat, only the door's own where none is named; another session epoch ends every session of the page.
type Account struct {
	Channel     string            `yaml:"channel,required" check:"slug"`
	ID          string            `yaml:"id,required" max:"100" check:"token"`
	APIURL      string            `yaml:"api_url" max:"200"`
	Gateway     bool              `yaml:"gateway"`
	QuietWindow string            `yaml:"quiet_window" check:"duration"`
	Origins     []string          `yaml:"origins" max:"20" check:"origin"`
	Epoch       int               `yaml:"session_epoch" min:"0" max:"1000000"`
	Secrets     map[string]string `yaml:"secrets" max:"10"`
}

// Branch is a place of business; the first is the main one.
type Branch struct {
	ID            string   `yaml:"id,required" check:"slug"`
	Name          string   `yaml:"name,required" max:"120"`
	Aliases       []string `yaml:"aliases" max:"20"`
	Address       string   `yaml:"address,required" max:"300"`
	City          string   `yaml:"city,required" max:"100"`
	Phone         string   `yaml:"phone" check:"phone"`
	WhatsApp      string   `yaml:"whatsapp" check:"phone"`
	GoogleMapsURL string   `yaml:"google_maps_url" max:"300" check:"url"`
	Directions    string   `yaml:"directions" max:"1000"`
	Hours         Hours    `yaml:"hours,required" max:"7"`
	KitchenHours  Hours    `yaml:"kitchen_hours" max:"7"` // default hours
}

// Hours are the spans of each day: {mon-fri: ["09:00-14:00", "16:00-20:00"], sat: ["09:00-14:00"]}. A day that is not named is closed.
type Hours map[string][]string

// Closure is a span of days on which branches (all where none is named) are closed, or open only in hours.
type Closure struct {
	FirstDay string   `yaml:"first_day,required" check:"date"`
	LastDay  string   `yaml:"last_day" check:"date"` // default first_day
	Branches []string `yaml:"branches" max:"50"`
	Hours    string   `yaml:"hours" check:"span"`
	Reason   string   `yaml:"reason,required" max:"200"`
}

// Person works for the tenant; one who has hours takes appointments.
type Person struct {
	ID        string     `yaml:"id,required" check:"slug"`
	Name      string     `yaml:"name,required" max:"120"`
	Aliases   []string   `yaml:"aliases" max:"20"`
	Role      string     `yaml:"role,required" max:"100"`
	Specialty string     `yaml:"specialty" max:"100"`
	Bio       string     `yaml:"bio" max:"1000"`
	Branches  []Presence `yaml:"branches,required" max:"50"`
}

// Presence is where and when a person is.
type Presence struct {
	Branch string `yaml:"branch,required"`
	Hours  Hours  `yaml:"hours" max:"7"`
}

// Table is a number of equal tables of a restaurant's branch.
type Table struct {
	ID     string `yaml:"id,required" check:"slug"`
	Branch string `yaml:"branch,required"`
	Name   string `yaml:"name" max:"60"`
	Seats  int    `yaml:"seats,required" min:"1" max:"500"`
	Count  *int   `yaml:"count" min:"1" max:"100"` // default 1
}

// Room is a place of a branch that some services need, one appointment at a time.
type Room struct {
	ID     string `yaml:"id,required" check:"slug"`
	Branch string `yaml:"branch,required"`
	Name   string `yaml:"name" max:"60"`
}

// Service is something to book or buy. Prices are in major units of the tenant's currency: price, or price_min and price_max, or none.
// Preparation is what the customer should do before; the notices are those of booking where nothing is said.
type Service struct {
	ID                   string    `yaml:"id,required" check:"slug"`
	Name                 string    `yaml:"name,required" max:"120"`
	Aliases              []string  `yaml:"aliases" max:"20"`
	Category             string    `yaml:"category" max:"60"`
	Description          string    `yaml:"description" max:"1500"`
	Price                Amount    `yaml:"price"`
	PriceMin             Amount    `yaml:"price_min"`
	PriceMax             Amount    `yaml:"price_max"`
	PriceNote            string    `yaml:"price_note" max:"300"`
	DurationMinutes      int       `yaml:"duration_minutes,required" min:"5" max:"1440"`
	RequiresConsultation bool      `yaml:"requires_consultation"`
	Bookable             *bool     `yaml:"bookable"` // default true
	Promotion            Promotion `yaml:"promotion"`
	Staff                []string  `yaml:"staff" max:"200"`
	Preparation          string    `yaml:"preparation" max:"1000"`
	CancelNoticeMinutes  *int      `yaml:"cancel_notice_minutes" min:"0" max:"43200"`
	MoveNoticeMinutes    *int      `yaml:"move_notice_minutes" min:"0" max:"43200"`
	Rooms                []string  `yaml:"rooms" max:"100"` // it needs one of them
	BufferBeforeMinutes  *int      `yaml:"buffer_before_minutes" min:"0" max:"240"`
	BufferAfterMinutes   *int      `yaml:"buffer_after_minutes" min:"0" max:"240"`
}

// Amount is a decimal number as it is written: 850 or 850.50.
type Amount string

// Promotion is active while it has a text and its last day is not past.
type Promotion struct {
	Text  string `yaml:"text" max:"500"`
	Until string `yaml:"until" check:"date"`
}

// Dish is an item of the menu.
type Dish struct {
	ID          string   `yaml:"id,required" check:"slug"`
	Name        string   `yaml:"name,required" max:"120"`
	Aliases     []string `yaml:"aliases" max:"20"`
	Category    string   `yaml:"category,required" max:"60"`
	Description string   `yaml:"description" max:"600"`
	Price       Amount   `yaml:"price,required"`
	Available   *bool    `yaml:"available"` // default true
	Allergens   []string `yaml:"allergens" max:"20"`
	Diets       []string `yaml:"diets" max:"10" check:"diet"`
	Options     []Option `yaml:"options" max:"50"`
	Served      string   `yaml:"served" check:"span"` // default all day
	Delivery    *bool    `yaml:"delivery"`            // default true
}

// Option is what a dish can be had with, at a price that is added to the dish's. Of the options of one group a customer chooses one.
type Option struct {
	ID        string   `yaml:"id,required" check:"slug"`
	Name      string   `yaml:"name,required" max:"80"`
	Aliases   []string `yaml:"aliases" max:"20"`
	Group     string   `yaml:"group" max:"60"`
	Price     Amount   `yaml:"price"` // default 0
	Allergens []string `yaml:"allergens" max:"20"`
	Available *bool    `yaml:"available"` // default true
}

// Zone is where orders are brought. From free_from on there is no fee; minutes is how long it takes from the order to the door.
type Zone struct {
	ID       string   `yaml:"id,required" check:"slug"`
	Name     string   `yaml:"name,required" max:"80"`
	Aliases  []string `yaml:"aliases" max:"50"`
	Fee      Amount   `yaml:"fee,required"`
	Minimum  Amount   `yaml:"minimum"`
	FreeFrom Amount   `yaml:"free_from"`
	Minutes  *int     `yaml:"minutes" min:"1" max:"1440"`
}

// Policy is a rule of the business, one of each type.
type Policy struct {
	Type         string `yaml:"type,required" check:"policy"`
	Title        string `yaml:"title,required" max:"120"`
	Policy       string `yaml:"policy,required" max:"4000"`
	ShortVersion string `yaml:"short_version,required" max:"400"`
}

// FAQ is a question with its answer; aliases are other wordings of the question.
type FAQ struct {
	ID       string   `yaml:"id,required" check:"slug"`
	Question string   `yaml:"question,required" max:"300"`
	Aliases  []string `yaml:"aliases" max:"20"`
	Answer   string   `yaml:"answer,required" max:"2000"`
	Category string   `yaml:"category" max:"60"`
}

// Template is a text for an occasion. {name}, {service}, {date}, {time}, {branch}, {staff}, {party_size}, {assistant} and {business}
// in it stand for what they say; no other gap is filled.
type Template struct {
	Trigger  string `yaml:"trigger,required" check:"trigger"`
	Language string `yaml:"language" check:"language"` // default the tenant's
	Text     string `yaml:"text,required" max:"1000"`

	WhatsApp WhatsAppTemplate `yaml:"whatsapp"`
}

// WhatsAppTemplate is the message that WhatsApp approved for the occasion: what may be sent where the customer has not written for a day.
type WhatsAppTemplate struct {
	Name       string   `yaml:"name" max:"512" check:"whatsapp_template"`
	Language   string   `yaml:"language" check:"whatsapp_language"` // default the text's
	Parameters []string `yaml:"parameters" max:"10" check:"gap"`    // of its body, in order
}

// Competitor says what to answer where a competitor is named.
type Competitor struct {
	ID       string   `yaml:"id,required" check:"slug"`
	Name     string   `yaml:"name,required" max:"120"`
	Aliases  []string `yaml:"aliases" max:"20"`
	Strategy string   `yaml:"strategy,required" max:"1500"`
}

// Knowledge is a text or Markdown file beside the tenant's file.
type Knowledge struct {
	Path     string `yaml:"path,required" max:"300"`
	Title    string `yaml:"title" max:"200"` // default its first heading, else its name
	Kind     string `yaml:"kind" check:"kind"`
	Corpus   string `yaml:"corpus" check:"slug"` // default general
	Language string `yaml:"language" check:"language"`
}
