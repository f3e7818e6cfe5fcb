package reminder

import (
	"slices"
	"testing"

	"github.com/recado/recado/services/agent-runner/heard"
)

func TestWhatCustomersSayToMessagesThatNobodyAskedFor(t *testing.T) {
	t.Parallel()
	for want, texts := range map[Meaning][]string{
		Yes: {
			"Confirmo", "confirmado 👍", "Confirmo mi cita", "Sí, ahí estaré", "allá nos vemos", "claro, ahí estamos", "sí voy", "Cuenten conmigo!!", "confirmo la asistencia",
			"I'll be there", "See you tomorrow!", "estarei aí", "vou sim, obrigada", "va, confirmo", "sí voy, gracias", "sí vamos a ir", "sí voy mañana", "confirmo presença", "confirmed",
		},
		No: {
			"No puedo", "no voy a poder", "ya no voy a poder ir", "no podré asistir", "uy no llego", "se me complicó", "me surgió algo", "no alcanzo a llegar mañana",
			"no puedo ir, tengo trabajo", "no puedo, perdón", "no puedo el martes", "se me presentó un imprevisto", "no voy a llegar, cancélala", "no puedo ir a la cita", "no podré ir mañana, disculpe",
			"I can't make it", "we won't be there", "I'm not going to make it", "não posso", "não vou conseguir ir",
		},
		Move: {
			"puedo cambiarla?", "uy se me olvidó, puedo cambiarla?", "¿me la cambian?", "mejor otro día", "otro día", "can I move it?", "posso remarcar?", "¿se puede mover?",
			"¿puedo cambiar la hora?", "¿puedo cambiarla al jueves?", "¿me la mueven para el martes por favor?", "can I move it to Friday?", "could we reschedule my appointment", "¿puedo cambiar mi cita a las 5?",
			"¿puedo moverla para el 24?", "¿podemos cambiarla para mañana?", "posso mudar a consulta para sexta?", "¿puedo cambiarla a otro día?",
		},
		Silence: {
			"no me escriban más", "No me escriban mas por favor!!", "ya no quiero recordatorios", "STOP", "stop please", "dejen de escribirme", "ya no me manden mensajes",
			"no me escriban", "por favor ya no me escriban", "no quiero recibir más recordatorios", "dejen de mandarme mensajes", "quítenme de la lista de mensajes",
			"sin recordatorios por favor", "no necesito recordatorios", "ya no me manden recordatorios, gracias", "no me envíes más mensajes", "dar de baja",
			"stop sending me reminders", "stop texting me", "no more reminders please", "don't message me again", "I don't want reminders", "unsubscribe",
			"dame de baja", "quiero darme de baja", "me quiero dar de baja", "basta de mensajes", "no quiero que me escriban", "no manden más recordatorios",
			"no me manden mensajes", "no me envíen más publicidad", "no me escriban más, ya tengo dentista", "no me escriban más a este número", "dejen de molestarme", "no me molesten más",
			"¿pueden dejar de mandarme... no, dejen de mandarme mensajes?", "stop texting me please", "no me mandes más recordatorio",
			"pare de me mandar mensagens", "parem de mandar lembretes", "não quero mais lembretes", "não me mande mais mensagens", "pare", "não me escrevam mais",
		},
		Night: {
			"no me escriban en la noche", "no me escriban tan tarde", "ya no me manden mensajes de madrugada", "no me escriban a estas horas", "don't text me so late", "no me contacten más tarde de las 6 que trabajo", "no me contacten después de las 6",
			"não me mandem mensagens à noite",
		},
		Again: {
			"sí quiero recordatorios", "mejor sí, mándenme recordatorios", "quiero recibir recordatorios otra vez", "activen los recordatorios", "ahora sí quiero los recordatorios",
			"turn on reminders", "I want reminders again", "start", "quero receber lembretes", "vuelvan a mandarme los recordatorios",
		},
		None: {
			"no me escribieron", "¿por qué no me escriben?", "ya no me manden la salsa", "no me manden servilletas", "no quiero mensajes de voz", "no quiero cebolla",
			"I'll stop by tomorrow", "can you stop at the corner", "para de llover y voy", "para mañana a las 5", "una parada", "¿me recuerdas mi cita?", "quiero una cita",
			"¿mandan recordatorios?", "no me mandaron el recordatorio", "recordatorio de pago", "no me llegó el mensaje", "nadie me escribe", "no me escriban la nota con cebolla",
			"no tengo seguro", "mejor el jueves", "sí", "ok", "no sé a qué hora", "alta en el sistema", "dame de alta", "la alta médica", "non stop",
			"start at five?", "no más picante", "para parar el dolor", "pare frente al local", "gracias",
			"hola, la muela no me deja de molestar desde ayer", "¿Cuándo deja de molestar la anestesia?", "el brackett no deja de molestarme la encía", "espero que no me molesten más las muelas",
			"please stop sending my orders to the old address", "no me manden mensaje, llámenme al consultorio", "no me manden mensajes, mejor llámenme", "baja", "alto", "alta", "planta baja", "no",
			"stop texting", "dejen de mandar tanto picante", "no me escriban más texto en el pastel", "no me envíen más salsa", "dar de baja mi seguro",
			"si llego tarde me esperan", "si voy con mi hijo cobran doble", "no llegó el correo con la factura", "no puedo pagar con tarjeta", "no puedo dormir del dolor", "no podemos entrar a la página",
			"me salió una ampolla", "me surgió una duda", "¿puedo cambiar la dirección de mi pedido?", "¿se puede cambiar el arroz por ensalada?", "can I change it for a salad",
			"can you change it to pickup", "¿puedo cambiarla por una hamburguesa?", "I can't go on the website", "no voy a poder pagar hoy", "posso trocar o arroz", "não posso pagar com cartão", "no llego a entender",
		},
	} {
		for _, text := range texts {
			if got := MeaningOf(heard.Plain(text)); got != want {
				t.Errorf("%q means %q, want %q", text, got, want)
			}
		}
	}
}

func FuzzMeaningOf(f *testing.F) {
	for _, text := range []string{"", "stop", "no me escriban más", "\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if m := MeaningOf(heard.Plain(text)); m != None && !slices.Contains(order, m) {
			t.Errorf("%q means %q", text, m)
		}
	})
}

func BenchmarkMeaningOf(b *testing.B) {
	plain := heard.Plain("hola buenas tardes quisiera saber si tienen lugar para una limpieza el jueves por la tarde con la doctora, gracias")
	for b.Loop() {
		MeaningOf(plain)
	}
}
