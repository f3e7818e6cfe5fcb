package names

// plainTalk is what people write without naming any of the typical things.
const plainTalk = `hola buenas tardes
buenos días, ¿cómo están?
hasta luego, muchas gracias
quisiera saber cuánto cuesta
a qué hora abren mañana
la cuenta por favor
me pasas la carta
qué me recomiendas para comer
necesito hablar con una persona
estoy muy molesto con el servicio
me queda lejos, ¿tienen otra sucursal?
tengo dolores muy fuertes desde ayer
me duele mucho la cabeza
puedo pagar con tarjeta
aceptan transferencia o solo efectivo
mi pedido no ha llegado
llevo una hora esperando
ya casi llego, espérenme tantito
no puedo ir el martes, ¿lo cambiamos?
quiero cancelar mi cita del viernes
para cuántas personas es la mesa
somos cuatro adultos y dos niños
me llamo Beatriz Quispe
mi correo es el de siempre
la reserva está a mi nombre
cuál es la dirección exacta
hay lugar para estacionar
dónde puedo dejar el coche
están abiertos el domingo
cierran en semana santa
gracias, muy amable
perfecto, ahí nos vemos
ok
sí, claro que sí
no gracias, así está bien
déjame lo pienso y te aviso
te confirmo más tarde
cuánto se tardan en entregar
hacen envíos a mi casa
necesito factura con mis datos
se me olvidó mi contraseña
cómo junto puntos
tengo una queja
la verdad no me gustó nada
todo estuvo excelente, felicidades
es mi primera vez con ustedes
me lo puede repetir
no entiendo, ¿me explica?
qué incluye el precio
tienen alguna promoción este mes
es para mi mamá que tiene 70 años
mi hijo tiene 5 años y llora mucho
estoy embarazada de 6 meses
soy alérgica a la penicilina
tomo medicina para la presión
me operaron el año pasado
el tráfico está horrible, voy tarde
hace mucho calor hoy
te marco en un rato
nadie contesta el teléfono
cambio de planes, mejor el jueves
quiero algo rico y barato
tiene mucha sal
no traigo dinero suficiente
me cobraron de más
quién me atiende hoy
está disponible para el sábado
a partir de qué edad atienden
se puede llevar mascota
hay menú para niños
el baño está sucio
la música está muy fuerte
perdí mi cartera ahí
me mandas tu ubicación
por dónde entro
en la esquina del parque
cerca de la iglesia
vivo en el norte de la ciudad
trabajo hasta las seis
salgo a comer a las dos
me urge, es para hoy
cuando tengas tiempo me respondes
no era eso lo que quería
me equivoqué de chat
quiero trabajar con ustedes
busco empleo de mesero
cómo puedo mandar mi currículum
es una broma, ¿verdad?
jajaja qué risa
feliz navidad a todos
que tengan bonito día
dios los bendiga
la pobre está muy mal
corta la llamada por favor
le puse la carga al celular
con mucho gusto lo espero
se me rompió el celular
la puerta estaba cerrada
tuve un problema con el pago
mi pareja también quiere ir
vamos a celebrar un aniversario
quiero dar una sorpresa
el punto es que no llegó
la pasta de dientes me irrita
puro cuento con ustedes
qué pesado está todo
tengo que consultar con mi esposo
estamos en la misma línea
hello, are you open today?
what time do you close on sundays
I would like to speak to someone
can I pay with my credit card
how do I get there from the airport
my order is late and I am hungry
thanks, see you tomorrow
is there parking nearby
I need to change the date
do you take walk ins
that was the best meal ever
please call me back
I lost my receipt
what are my options
we are running ten minutes late
could you check the price again
I'm not sure yet, let me think
bom dia, tudo bem?
vocês abrem no domingo?
quanto custa e como posso pagar
quero falar com um atendente
meu pedido ainda não chegou
onde fica a loja
posso mudar o horário
obrigada, até amanhã
tem estacionamento no local
preciso da nota fiscal
não gostei do atendimento
pode me ligar mais tarde?
estou chegando em dez minutos`
