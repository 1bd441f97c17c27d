import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { openSource } from './open-source.ts'
import { isRefused } from './source.ts'

/* Exports and folders as they come from real sites, each as small as its trap. */

const HOST = 'http://old.example'
const UPLOADS = `${HOST}/wp-content/uploads/2019/05`
type Files = Readonly<Record<string, string | Buffer>>

let folder: string
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'exports-'))
})
afterAll(() => fs.rm(folder, { recursive: true }))

const cdata = (text: string) => `<![CDATA[${text}]]>`
const post = (id: number, content: string, more: Readonly<Record<string, string>> = {}) => {
  const fields: Readonly<Record<string, string>> = {
    title: `T${id}`,
    link: `${HOST}/?p=${id}`,
    'content:encoded': cdata(content),
    'wp:post_id': `${id}`,
    'wp:post_date': '2019-05-03 23:30:00',
    'wp:post_date_gmt': '0000-00-00 00:00:00',
    'wp:status': 'publish',
    'wp:post_type': 'post',
    ...more,
  }
  return `<item>${Object.entries(fields)
    .map(([name, text]) => `<${name}>${text}</${name}>`)
    .join('')}</item>`
}
const media = (id: number, name: string, more: Readonly<Record<string, string>> = {}) =>
  post(id, '', {
    'wp:post_type': 'attachment',
    'wp:status': 'inherit',
    'wp:attachment_url': `${UPLOADS}/${name}`,
    ...more,
  })
const wxr = (items: string, { url = HOST, version = '1.2' } = {}) =>
  `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/${version}/"><channel><title>x</title><link>${url}</link>${items}</channel></rss>`
const meta = (name: string, text: string) =>
  `<wp:meta_key>${name}</wp:meta_key><wp:meta_value>${cdata(text)}</wp:meta_value>`

async function lookAt(files: Files, given = ''): Promise<string[]> {
  const root = await fs.mkdtemp(path.join(folder, 'of-'))
  for (const [name, bytes] of Object.entries(files)) {
    await fs.mkdir(path.dirname(path.join(root, name)), { recursive: true })
    await fs.writeFile(path.join(root, name), bytes)
  }
  const options = { staging: root, maxFileBytes: 1_000_000 }
  const source = await openSource({ folder: path.join(root, given) }, options)
  const lines: string[] = []
  for (let from: string | null = null, isEnd = false; !isEnd; ) {
    const part = await source.look(from, new AbortController().signal)
    for (const one of part.found) {
      if (isRefused(one)) lines.push(`${one.title}: ${one.reason}`)
      else {
        const { title, day, proposed, isDraft, body, leftOut } = one
        const names = one.files.map(({ key }) => key.slice(key.lastIndexOf('/') + 1))
        const left = leftOut.map(({ what, name }) => `${what} ${name}`)
        const about = [isDraft ? `${proposed} draft` : proposed, day ?? '-', body, ...names]
        lines.push(`${title}: ${[...about, ...left.map((name) => `without ${name}`)].join(' | ')}`)
      }
    }
    from = part.next
    isEnd = from === null
  }
  await source.close()
  return lines
}

async function zipOf(files: Files): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(Buffer.from(bytes), name)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

const TWO_PARTS = {
  'a.xml': wxr(post(1, `<img class="wp-image-9" src="${UPLOADS}/p-300x200.jpg">`)),
  'b.xml': wxr(post(2, 'b') + media(9, 'p.jpg')),
}
const PUBLISHED = '2019-05-03'

test.each<[string, Files, readonly string[]]>([
  [
    'of several files',
    { ...TWO_PARTS, 'uploads/2019/05/p.jpg': 'x', 'uploads/2019/05/p-300x200.jpg': 'y' },
    [`T1: news | ${PUBLISHED} | ![](file 1) | p.jpg`, `T2: news | ${PUBLISHED} | b`],
  ],
  [
    'whose last item is cut, and of which one has no end',
    {
      'e.xml': wxr(post(1, 'a').replace('</item>', '') + post(2, 'b') + post(3, 'c')).slice(
        0,
        -200,
      ),
    },
    [`T1: news | ${PUBLISHED} | a`, `T2: news | ${PUBLISHED} | b`, 'T3: damaged'],
  ],
  [
    'in UTF-16, of version 1.0',
    { 'e.xml': Buffer.from(`\ufeff${wxr(post(1, 'ক'), { version: '1.0' })}`, 'utf16le') },
    [`T1: news | ${PUBLISHED} | ক`],
  ],
  [
    'with files on other hosts of the site, of which the export knows',
    {
      'e.xml': wxr(
        post(1, '<img src="http://before.example/wp-content/uploads/2018/01/q.jpg">') +
          media(2, '', {
            'wp:attachment_url': 'http://before.example/wp-content/uploads/2018/01/q.jpg',
          }) +
          media(3, '', {
            'wp:attachment_url': '',
            guid: `${HOST}/?attachment_id=3`,
            'wp:postmeta': meta('_wp_attached_file', '2018/01/d.pdf'),
          }),
      ),
      'uploads/2018/01/unknown.pdf': 'x',
    },
    [
      `T1: news | ${PUBLISHED} | ![](file 1) | q.jpg`,
      `T3: downloads | ${PUBLISHED} |  | d.pdf`,
      'unknown: downloads draft | - |  | unknown.pdf',
    ],
  ],
  [
    'of wordpress.com in a zip',
    {
      'e.zip': await zipOf({
        'x/s.001.xml': wxr(
          post(1, '<img src="https://s.files.wordpress.com/2019/05/a.jpg?w=300">') +
            media(2, '', { 'wp:attachment_url': 'https://s.files.wordpress.com/2019/05/a.jpg' }),
          { url: 'https://s.wordpress.com' },
        ),
      }),
    },
    [`T1: news | ${PUBLISHED} | ![](file 1) | a.jpg`],
  ],
  [
    'with states and types of its own',
    {
      'e.xml': wxr(
        post(1, 'a', { 'wp:status': 'future', 'wp:post_date_gmt': '2030-01-01 04:00:00' }) +
          post(2, 'b', { 'wp:post_password': 'x' }) +
          post(3, 'c', { 'wp:post_type': 'teacher' }) +
          post(4, 'd', {
            'wp:post_type': 'tribe_events',
            'wp:postmeta': meta('_EventStartDate', '2019-06-01 10:00:00'),
          }) +
          post(5, 'e', { 'wp:post_type': 'wpforms' }) +
          post(6, '', { 'excerpt:encoded': cdata('সারাংশ') }) +
          post(7, 'f', { 'wp:post_id': '' }) +
          post(8, 'g', { 'wp:post_id': '', title: '' }),
      ),
    },
    [
      'T1: news draft | 2030-01-01 | a',
      `T2: news draft | ${PUBLISHED} | b`,
      `T3: news draft | ${PUBLISHED} | c`,
      `T4: events | ${PUBLISHED} | d`,
      'T5: no-content',
      `T6: news | ${PUBLISHED} | সারাংশ`,
      `T7: news | ${PUBLISHED} | f`,
      `g: news | ${PUBLISHED} | g`,
    ],
  ],
  [
    'of page builders',
    {
      'e.xml': wxr(
        post(
          1,
          `[vc_row][vc_column_text]এক\n\nদুই[/vc_column_text][vc_single_image image="9"][vc_btn title="ফরম" link="url:${encodeURIComponent(`${UPLOADS}/f.pdf`)}|target:_blank"][vc_raw_html]${Buffer.from(encodeURIComponent('<p>কাঁচা</p>')).toString('base64')}[/vc_raw_html][vc_custom_heading text="শিরোনাম"][rev_slider alias="x"][vc_gmaps link="#"][/vc_row]`,
        ) +
          post(
            2,
            `[et_pb_section][et_pb_blurb title="প্রশ্ন" image="${UPLOADS}/p.jpg"]উত্তর[/et_pb_blurb][et_pb_gallery gallery_ids="9"][et_pb_contact_form][et_pb_contact_field][/et_pb_contact_form][/et_pb_section]`,
          ) +
          post(
            3,
            `<!-- wp:gallery {"ids":[9,10]} --><ul><li><figure><img class="wp-image-9" src="${UPLOADS}/p.jpg"><figcaption>নাম</figcaption></figure></li></ul><!-- /wp:gallery --><!-- wp:file --><a href="${UPLOADS}/f.pdf">ফরম</a><a href="${UPLOADS}/f.pdf" class="wp-block-file__button">Download</a><!-- /wp:file --><!-- wp:latest-posts /--><p><a href="#x">উপরে</a></p>`,
          ) +
          media(9, 'p.jpg') +
          media(10, 'q.jpg') +
          media(11, 'f.pdf'),
      ),
    },
    [
      `T1: notices | ${PUBLISHED} | এক\n\nদুই\n\n![](file 1)\n\n[ফরম](${UPLOADS}/f.pdf)\n\nকাঁচা\n\n### শিরোনাম | p.jpg | f.pdf | without slider rev_slider | without map vc_gmaps`,
      `T2: news | ${PUBLISHED} | ### প্রশ্ন\n\n![](file 1)\n\nউত্তর\n\n![](file 1) | p.jpg | without form et_pb_contact_form`,
      `T3: notices | ${PUBLISHED} | ![](file 1)\n\nনাম\n\n[ফরম](${UPLOADS}/f.pdf)\n\nউপরে | p.jpg | f.pdf | q.jpg | without shortcode wp:latest-posts`,
    ],
  ],
  [
    'of Blogger',
    {
      'blog.xml': `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="alternate" href="${HOST}/"/>${[
        ['post', 'ভর্তি', '<app:control><app:draft>yes</app:draft></app:control>'],
        ['post', 'দুই', `<link rel="alternate" href="${HOST}/2019/05/two.html"/>`],
        ['page', 'পরিচিতি', ''],
        ['template', 'Template', ''],
        ['comment', '', ''],
      ]
        .map(
          ([kind, title, more], at) =>
            `<entry><id>${at}</id><published>2019-05-03T23:30:00+06:00</published><category scheme="x#kind" term="x/kind#${kind}"/><title>${title}</title><content type="html">&lt;b&gt;ক&lt;/b&gt;</content>${more}</entry>`,
        )
        .join('')}</feed>`,
    },
    [
      `ভর্তি: notices draft | ${PUBLISHED} | **ক**`,
      `দুই: news | ${PUBLISHED} | **ক**`,
      `পরিচিতি: pages | ${PUBLISHED} | **ক**`,
      'Template: no-content',
      '১টি মন্তব্য: no-content',
    ],
  ],
  [
    'that is a site saved as files',
    {
      'about.html':
        '<title>পরিচিতি | বিদ্যালয়</title><nav>x</nav><h1>ইতিহাস</h1><p>১৯৬৫ সালে <a href="docs/r.pdf">নিয়ম</a> <a href="none.pdf">নেই</a></p><img src="img/p.jpg">',
      'notice/n.htm': '<title>ছুটি</title><p>৩ মে ২০১৯ তারিখে বন্ধ</p>',
      'notice/লেখা (৩ মে ২০১৯).txt': 'এক\n\nদুই',
      'docs/r.pdf': 'x',
      'img/p.jpg': 'x',
      'img/logo.png': 'y',
      'style.css': 'z',
    },
    [
      `ইতিহাস: pages | - | ১৯৬৫ সালে [নিয়ম](http://files.invalid/docs/r.pdf) [নেই](http://files.invalid/none.pdf)\n\n![](file 2) | r.pdf | p.jpg | without file /none.pdf`,
      `ছুটি: notices | ${PUBLISHED} | ৩ মে ২০১৯ তারিখে বন্ধ`,
      `লেখা: notices | ${PUBLISHED} | এক\n\nদুই`,
      'logo.png: no-content',
      'style: wrong-type',
    ],
  ],
  [
    'that is a list of Excel, of a folder with dates in all ways',
    {
      'list.csv':
        '\ufeffsep=;\r\nক্রমিক;নোটিশের শিরোনাম;প্রকাশের তারিখ;ফাইলের নাম\r\n১;"ক; খ";3-May-19;A.PDF\r\n২;গ;০৩/০৫/২০১৯ 10:00;a.pdf\r\n৩;ঘ;May 3, 2019;a.pdf\r\n',
      'a.pdf': 'a',
      'ঙ (৩ মে, ২০১৯).pdf': 'b',
      'চ_03052019.pdf': 'c',
      'ছ 03-05-19.pdf': 'd',
      '2001/জ.pdf': 'e',
    },
    [
      ...['ক; খ', 'গ', 'ঘ'].map((title) => `${title}: notices | ${PUBLISHED} |  | a.pdf`),
      'জ: notices | - |  | জ.pdf',
      `ঙ: notices | ${PUBLISHED} |  | ঙ (৩ মে, ২০১৯).pdf`,
      `চ: notices | ${PUBLISHED} |  | চ_03052019.pdf`,
      `ছ: notices | ${PUBLISHED} |  | ছ 03-05-19.pdf`,
    ],
  ],
])('an export %s', async (_, files, expected) => {
  const given = Object.keys(files).find((name) => name.endsWith('.zip')) ?? ''
  const found = await lookAt(files, given)
  expect(found.sort()).toEqual(expected.map((line) => line.normalize('NFC')).sort())
})
