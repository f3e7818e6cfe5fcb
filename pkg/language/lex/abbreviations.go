package lex

// Abbreviations are how chat shortens words, written out. Beside digits ("2x1", "5 k") they stay as they are.
var Abbreviations = withSlips(map[string]string{
	"q": "que", "k": "que", "ke": "que", "qe": "que", "kiero": "quiero", "qiero": "quiero", "qro": "quiero", "kisiera": "quisiera",
	"x": "por", "xq": "porque", "pq": "porque", "porq": "porque", "xk": "porque",
	"xfa": "porfavor", "xfavor": "porfavor", "porfa": "porfavor", "plis": "porfavor", "pls": "please", "plz": "please", "pf": "porfavor", "pfa": "porfavor",
	"xfis": "porfavor", "porfis": "porfavor",
	"d": "de", "dl": "del", "tb": "tambien", "tmb": "tambien", "tbn": "tambien", "tmbn": "tambien", "dnd": "donde", "dond": "donde", "dnde": "donde",
	"cdo": "cuando", "cnd": "cuando", "kuando": "cuando", "cto": "cuanto", "cnto": "cuanto", "kuanto": "cuanto", "qnto": "cuanto", "cuant": "cuanto",
	"grax": "gracias", "grcs": "gracias", "grasias": "gracias", "gracia": "gracias", "graci": "gracias", "garcias": "gracias", "thx": "thanks", "tks": "thanks", "ty": "thanks",
	"bn": "bien", "msj": "mensaje", "tel": "telefono", "cel": "celular", "num": "numero", "nro": "numero", "dir": "direccion",
	"sta": "esta", "toy": "estoy", "oy": "hoy", "ola": "hola", "hla": "hola", "wenas": "buenas", "bnas": "buenas", "wnas": "buenas", "weno": "bueno", "asta": "hasta",
	"tmrw": "tomorrow", "tmr": "tomorrow", "tomorow": "tomorrow", "tommorow": "tomorrow", "tommorrow": "tomorrow", "appt": "appointment", "apt": "appointment", "apointment": "appointment",
	"u": "you", "ur": "your", "r": "are", "wanna": "want", "gonna": "going",
	"sita": "cita", "zita": "cita", "resevar": "reservar", "reserbar": "reservar", "reserba": "reserva",
	"mnn": "manana", "mnna": "manana", "maniana": "manana", "mannana": "manana", "mana": "manana", "manan": "manana", "mañna": "manana", "mñn": "manana", "mna": "manana", "mnana": "manana", "maana": "manana", "pasao": "pasado",
	"vc": "voce", "vcs": "voces", "tbm": "tambem", "hj": "hoje", "amnh": "amanha", "obg": "obrigado", "blz": "beleza", "qto": "quanto",
	"bss": "besos", "ntp": "tranquilo",
	"hoi": "hoy", "tard": "tarde", "lns": "lunes", "mrts": "martes", "mrcs": "miercoles", "jvs": "jueves", "vrns": "viernes", "vns": "viernes", "sbd": "sabado", "dmg": "domingo",
	"sr": "senor", "sra": "senora", "dr": "doctor", "dra": "doctora", "doc": "doctor", "prof": "profesor",
})
