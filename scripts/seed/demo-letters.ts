export const WEDDING = `My dear Mia,

by the time you read this you will have forgotten how you danced in the kitchen when you were four, with the colander on your head. I have not. I am writing it down today, so that nobody has to remember it for us.

There is a saying in our family that a promise is a letter you send ahead. So here is mine, sent ahead by eighteen years: whatever today looks like, whoever stands beside you, and whether or not it rains, I am proud of you.

Dance.

Your mother`;

export const SEVENTH_BIRTHDAY = `Dear Leo,

this is the picture from the morning you learned to ride your bicycle. You fell four times and laughed five.

Happy birthday. The bicycle in the cellar is yours now.

Mama`;

export const FUTURE_SELF = `Dear me,

if you are reading this, the boxes are unpacked. Did we keep the green armchair? I hope we did.

Be kind to whoever we have become.

A.`;

export const PLUM_CAKE = `Dear Noor,

the plum cake, as promised, and only because you asked three times:

    250 g flour
    125 g butter, cold
    1 egg, 1 pinch of salt
    as many plums as the tray will hold

Do not tell my sister.

Anna`;

export const WELCOME = `Hello,

you have just watched a letter arrive.

It was written when you started Amberkeep, waited in the database until its minute came, was claimed by the worker, put into the outbox, sent, and written into the record that its sender can read. A letter for 2099 takes exactly the same way, only later.

Anna`;

export const GRANDPA = `For Grandpa’s eightieth: everybody adds a photo, a song or a story, and on the day he sees them all.`;

export const GRANDPAS_GUESTS = `Grandpa turns eighty, and he has no idea. Add a photo with him, a song you share, or the story he never gets tired of.`;

export const SONG = `Noor, this is the little melody you hummed on the train. I kept it so that you would have it back.`;

export const SEA = `Three minutes of nothing but sea. Watch it when the office is too loud.`;

export const APPLE_TREE = `Dear Grandma,

we planted the apple tree where the swing was. It will carry fruit in five years, and then this letter comes with the first ones.

Anna`;

export const FROM_LEO = `Dear Mama,

you said that nobody writes letters any more. So I wrote one, a year ago, and had it wait for you.

Leo`;

export const EXAM = `You did it. I knew it, which is why I wrote this before you sat down.`;

export const FAREWELL = `To whoever lives in our flat next: the third stair creaks. It always has. We grew fond of it.`;

export const LAKE = `Dear Papa,

do you remember the summer the boat sank? I always let you think that it was`;

export const ROSA = `Dear Aunt Rosa,

your postcards from Lisbon hang over my desk. I never answered one of them. This is the answer to all seven.

Anna`;
