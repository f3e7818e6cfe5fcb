package intent

// staff is who works there, which specialist, on which days.
var staff = Intent{
	Name: Staff,
	Rules: []Rule{
		{Weight: 7, If: Care, Not: Clock, Say: `
			doctor|doctora|dentista|especialista ... atiende|trabaja|viene|esta
			tienen|hay ... medico|internista|doctor|doctora
			who will|would|is ... see|seeing|treat|attend
			is|does dr|doctor ... in|available|work`},
		{Weight: 8, Say: `
			con quien ... atiende|atenderia|atenderian|toca|seria|cita
			doctor|doctora|dentista ... sigue|trabaja|trabajando|works|working
			sigue ... trabajando
			does|do ... still work`},
		{Weight: 9, Say: `
			quien|quienes|who|quem ... atiende|atienden|trabaja|trabajan|doctor|doctora|doctores|dentista|dentistas|medico|medicos|especialista|chef|works|doctors|dentists|sees|hace|haria|opera|atende
			que|cual|cuales|what|which doctor|doctora|doctores|doctors|especialista|especialistas|dentista|dentistas|medico|medicos|medicas|dentist|physician`},
		{Weight: 7, Say: `
			tienen|hay|cuentan|tiene|have|any|tem ... especialista|especialistas|ortodoncista|endodoncista|periodoncista|pediatra|odontopediatra|cardiologo|cardiologa|dermatologo|dermatologa|ginecologo|ginecologa|nutriologo|nutricionista|psicologo|psicologa|traumatologo|neurologo|urologo|cirujano|implantologo|specialist|orthodontist|pediatrician|cardiologist|dermatologist|gynecologist`},
		{Weight: 8, If: StaffOne | Care, Not: Clock, Say: `que|cuales|what|which dias|dia|horario|days ... doctor|doctora|dr|viene|consulta|work|works`},
		{Weight: 5, If: StaffOne, Say: `atiende|trabaja|viene|esta|works|sigue|working|consulta`},
		{Weight: 5, If: StaffOne, And: Question, Not: When},
		{Weight: 4, Say: `
			especialista|especialistas|ortodoncista|endodoncista|periodoncista|pediatra|odontopediatra|cardiologo|cardiologa|dermatologo|dermatologa|ginecologo|ginecologa|nutriologo|nutricionista|psicologo|psicologa|traumatologo|neurologo|urologo|cirujano|implantologo|specialist|orthodontist|pediatrician|cardiologist|dermatologist|gynecologist
			equipo medico
			experiencia|credentials|qualified
			cedula profesional`},
		{Weight: -6, Say: `cita|citas|turno|turnos|agendar|reservar|appointment|book|precio|cuesta|cobra`},
	},
	Examples: []Example{
		{"quién atiende los sábados?", "dental"},
		{"qué doctores tienen?", "medical"},
		{"tienen ortodoncista?", "dental"},
		{"qué días atiende la doctora?", "medical"},
		{"who are the doctors?", "medical"},
		{"do you have an orthodontist?", "dental"},
		{"tienen pediatra?", "medical"},
		{"quem atende?", "medical"},
	},
}
