import { BOARD_MAX_BYTES, MEDIA_MAX_BYTES, mediaLimits } from "~/domain/media/media";
import { BOARD_NOTES_MAX_LENGTH, MESSAGE_MAX_LENGTH } from "~/domain/vault/vault";
import type { HelpArticle } from "../article";

const MB = 1024 * 1024;
const megabytes = (bytes: number) => `${bytes / MB} MB`;
const count = (figure: number) => figure.toLocaleString("en-US");
const board = mediaLimits("memory-board");

export const FILES: HelpArticle[] = [
  {
    id: "photos-videos-audio",
    section: "files",
    title: "How do I add photos, videos or recordings, and how many?",
    asks: "add a photo | put a picture in | attach a file | upload a picture of the dog | add a video | insert an image | how many photos can I add | how many files | number of files | how many pictures in a letter | can I add more than one photo | two pictures in one letter | where do I upload | add music | album | photo with the letter | slideshow of pictures | second photo | only one file allowed | attach | how do I put in a picture of me and grandpa | add a file to a letter | how do I include a picture | can I send pictures | can it have a video and a photo | can I add attachments | is it possible to attach files | several photos in one message | more than one video | put music with it | how do I upload my pictures | add images to my message | can I send a photo album | include a slideshow | picture and voice together | media limit | number of photos allowed | put in a picture | attach a song | how do I add music | show her a video | insert photo | where do I add the film | more than one photo | several pictures in one letter | can I add a picture and a video | where's the paperclip | include a selfie",
    answer: `Choose the file under Photo, Video or Audio in the form. A vault to someone holds one file, a message to your future self holds ${mediaLimits("future-self").total}, and a memory board up to ${board.photo} photos, ${board.video} videos and ${board.audio} recordings.`,
    more: [
      "You can describe each photo in a few words for those who can’t see it.",
      `Need more for one person? A memory board can have a single recipient, too.`,
    ],
    link: { href: "/create", label: "Create a vault" },
  },
  {
    id: "file-too-large",
    section: "files",
    title: "My file is too large, or the upload stops. What can I do?",
    asks: "file too large | photo too big | video is too big | vid too long | how big can a video be | maximum file size | size limit | megabytes | gigabytes | how long can a video be | upload fails | upload failed | upload stops halfway | upload is slow | stuck uploading | interrupted upload | compress a video | make a video smaller | it won't upload | can't upload my video | my recording doesn't upload | storage full | no more storage | how much space do I have | connection lost during upload | 4k video | exceeded limit file | images fail to upload | pictures don't load | photo won't upload | it says too large | reduce the size of my video | what's the biggest file | longest video allowed | upload stuck at 90 percent | upload cancelled | it takes forever to upload | bad wifi upload | uploading keeps failing | max size | file rejected because of its size | my storage is used up | shrink a file | how many MB | how many minutes of video | upload hangs | stuck at 80% | it never finishes | film of 20 minutes | too many megabytes | takes forever | slow internet | it stopped halfway | my connection broke | compress it | the progress bar doesn't move | cancelled by itself | couldn't upload",
    answer: `A photo can be up to ${megabytes(MEDIA_MAX_BYTES.photo)}, a recording ${megabytes(MEDIA_MAX_BYTES.audio)}, a video ${megabytes(MEDIA_MAX_BYTES.video)}. If yours is larger, save it smaller: most phones and video apps can export at a lower resolution, such as 720p, which is much smaller.`,
    more: [
      "If an upload breaks off, choose the same file again: with JavaScript on, it goes on where it stopped. What you typed is kept.",
      `All files of a board together can be up to ${BOARD_MAX_BYTES / MB / 1024} GB.`,
    ],
  },
  {
    id: "file-types",
    section: "files",
    title: "Which kinds of files can I add?",
    asks: "file types | file formats | which formats | heic photo from iphone | iphone pictures not accepted | jpeg png mp4 mp3 | pdf | word document | can I attach a document | scan of a handwritten letter | pen and paper | handwritten letter | scan old photos | not a photo we can read | file refused | wrong format | unsupported file | svg | zip file | convert a file | mov avi mkv | wav m4a | powerpoint | svg drawing | my picture isn't accepted | says the file is damaged | what formats do you support | is mov supported | can I upload a pdf | can I upload a word file | excel | my photo is heic | apple photos don't work | scanned letter | can I add a drawing by my kid | picture can't be opened | unsupported format | which video formats work | gif | raw photo | word document or pdf | heic | mov | scan of a drawing | zip | wav or mp3 | it isn't accepted because of the format | unsupported",
    answer:
      "Photos as JPEG, PNG, GIF, WebP or AVIF; videos as MP4, WebM, AVI, MOV or MKV; recordings as MP3, WAV, OGG, AAC or M4A. A handwritten letter can go in as a photo or a scan saved as JPEG. PDFs and other documents can’t be added.",
    more: [
      "A HEIC photo from an iPhone has to be saved as a JPEG first: open it in Photos, choose Share, then Options, then Most Compatible.",
      "We look at what is in a file, not at its name. If we can’t read it, the form says so and keeps everything else you typed.",
    ],
  },
  {
    id: "record-voice",
    section: "files",
    title: "Can I record my voice or a film right here?",
    asks: "record my voice | voice message | speak instead of typing | say it aloud | microphone | sing a song for the baby | audio message | record directly with my webcam | film myself | camera | record a video here | take a photo with my phone | dictate | I can't type well | talk instead of write | how do I record audio | microphone not working | bedtime story recording | hear my voice | sound recording | leave my voice for my children | I'd rather talk | can I make a voice recording | leave a spoken message | audio letter | record a video message | use my camera | selfie video | can I speak my message | read a story aloud | recording on my phone | how do I make a video here | mic permission denied | my grandmother can't write any more | can't see well enough to type | sing happy birthday | straight from the microphone | speak it | talk instead of typing | webcam | turn on the camera | voice memo | sing for her | I'd rather say it aloud | the microphone doesn't work",
    answer:
      "Yes. With JavaScript on, you can record sound in the form. On a phone, “Use the camera or the microphone” opens its camera or its recorder, so you can take a photo, film a video or record your voice. Or record it with any app and choose the file.",
    more: ["A recording can fill a vault on its own: no written message is needed."],
    link: { href: "/create", label: "Create a vault" },
  },
  {
    id: "letter-length",
    section: "files",
    title: "How long can my letter be?",
    asks: "how long can a letter be | maximum length of the text | number of words | number of characters | word limit | character limit | how many pages can I write | is there a limit on my text | text too long | write a whole book | long story | formatting bold italic | fonts | emoji | can I paste from Word | notes on a board length | how many words may I write | maximum length | is my text too long | can I write an essay | space for writing | formatting | can I use bold | paragraphs | can I paste text | page limit for letters | does three pages fit | how much can I write | word count | too long | it cuts off my text | is there a minimum | can it be as long as a book | ran out of space for the text | how many words | my whole life story",
    answer: `A letter can have up to ${count(MESSAGE_MAX_LENGTH)} characters, which is far more than most people write. The notes of a board share ${count(BOARD_NOTES_MAX_LENGTH)} characters. Letters are plain text: line breaks and emoji are kept, but not bold or other formatting.`,
  },
  {
    id: "location-in-photos",
    section: "files",
    title: "Do my photos reveal where they were taken?",
    asks: "location in photos | gps data | where a picture was taken | metadata | exif | coordinates | do you remove location | strip location | can they see where I live from the photo | is the original kept | photo quality reduced | do you compress my pictures | original resolution | remove gps from my pictures | does the file tell my location | privacy of photo metadata | are my photos changed | do you shrink photos | will the quality be the same | full quality | original size kept | do the pictures show where we live | geotag | home address in the photo data | strip the location | can they find out where I took it",
    answer:
      "What others see of a guest’s files on a board, and what is behind a share link, has no location in it: not in photos, and not in videos or recordings. The original file is kept unchanged. Your recipient gets the originals of what you put into a vault yourself.",
  },
];
