// Passwords that attackers try first: the most frequent ones in leaked lists, six characters or
// longer (shorter ones are refused anyway), in lower case.

const list = `
123456 1234567 12345678 123456789 1234567890 12345678910 123123 123321 1234321 111111 000000
222222 333333 444444 555555 666666 777777 888888 999999 1111111 11111111 00000000 88888888
99999999 112233 121212 123654 123789 147258 147258369 159357 159753 159951 131313 232323 101010
102030 010203 696969 654321 7654321 87654321 987654 987654321 0987654321 9876543210 123qwe
123abc abc123 abcd1234 abc12345 a12345 a123456 a1234567 a12345678 a123456789 1q2w3e 1q2w3e4r
1q2w3e4r5t 1qaz2wsx 1qazxsw2 zaq12wsx q1w2e3 q1w2e3r4 q1w2e3r4t5 qazwsx qazwsxedc qwerty qwerty1
qwerty12 qwerty123 qwerty1234 qwertyui qwertyuiop qwer1234 qwert1 qwerasdf qweasd qweasdzxc
qwaszx asdfgh asdfghj asdfghjk asdfghjkl asdf1234 asdasd asdfasdf zxcvbn zxcvbnm zxcvbnm1
password password1 password12 password123 password1234 password! passw0rd p@ssword p@ssw0rd
pa55word pass123 pass1234 passwd passpass letmein letmein1 welcome welcome1 welcome123 changeme
changeme1 default secret secret1 secret123 admin1 admin12 admin123 admin1234 administrator
adminadmin root123 toor123 guest123 test123 test1234 testing testing1 testtest temp123 temp1234
iloveyou iloveyou1 iloveyou2 iloveu loveme lovely lover1 love123 lovelove princess princess1
sunshine sunshine1 superman batman spiderman superstar starwars pokemon pikachu naruto minecraft
fortnite roblox football football1 baseball basketball soccer hockey tennis golfer cricket
rugby1 liverpool liverpool1 arsenal arsenal1 chelsea chelsea1 manchester everton tottenham
barcelona juventus rangers celtic1 newcastle westham villa1 england england1 london london1
monkey monkey1 monkey123 dragon dragon1 dragon123 master master1 shadow shadow1 michael michael1
jordan jordan23 jennifer jessica jessica1 michelle ashley ashley1 nicole daniel daniel1 thomas
matthew andrew joshua robert charlie charlie1 anthony william george hannah amanda samantha
elizabeth stephanie melissa heather danielle lauren rachel victoria natalie charlotte sophie
olivia emily1 benjamin jonathan alexander christian nathan taylor austin justin brandon hunter
hunter2 ranger buster killer killer1 ginger pepper tigger tigger1 maggie bailey molly1 jasper
rocky1 harley davidson mustang corvette ferrari porsche mercedes yamaha suzuki toyota honda1
camaro jaguar summer summer1 summer123 winter winter1 spring autumn autumn1 january february
august september october november december monday friday sunday flower flowers butterfly cookie
cookie1 chocolate banana orange cheese coffee peanut computer computer1 internet samsung google
google1 facebook linkedin yahoo1 hotmail windows microsoft apple123 dell123 iphone playstation
nintendo xbox360 gamer1 freedom whatever trustno1 access access14 mypassword mypass login123
hello1 hello123 hellohello goodbye blessed blessing jesus1 jesuschrist godisgood angel1 angel123
angels heaven faithful grace1 biteme fuckyou fuckyou1 fuckme fuckoff asshole bitch1 bullshit
pussy1 sexy123 hottie naughty badboy badgirl bigdaddy phoenix thunder lightning diamond silver
golden purple yellow orange1 rainbow rainbow1 mickey minnie donald snoopy garfield scooby barbie
hellokitty tinkerbell matrix merlin gandalf hobbit skywalker vader1 yoda123 startrek cowboy
cowboys steelers eagles1 yankees redsox lakers patriots loveyou mylove family family1 friend
friends forever together babygirl babygirl1 babyboy mother father brother sister daddy1 mommy1
grandma sweetie sweetheart honey1 darling abcdef abcdefg abcdefgh abcabc aaaaaa aaaaaaaa qqqqqq
zzzzzz xxxxxx asd123 zxc123 qwe123 qwe12345 1234qwer 12qwaszx 123456a 1234567a 12345a 123456q
123456abc 12341234 11223344 11112222 12121212 123412345 123123123 147852 147852369 741852
741852963 789456 789456123 456789 456123 369258147 258456 963852 951753 753951
michael123 jordan1 andrea carlos alejandro antonio ricardo fernando sebastian gabriel valentina
camila mariana estrella america mexico brasil argentina colombia espana tequiero teamo1 amorcito
corazon bonita hermosa nicolas francois bonjour soleil azerty azerty123 azertyuiop motdepasse
doudou loulou marseille hallo123 passwort passwort1 schatz ficken berlin hamburg deutschland
schalke04 bayern qwertz qwertz123 ciaociao juventus1 francesco
`

export const commonPasswords: ReadonlySet<string> = new Set(list.trim().split(/\s+/))
