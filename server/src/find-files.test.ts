import fs from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCli } from './cli/create-cli.ts'
import { examine } from './cli/doctor/doctor.ts'
import { ConfigError, readConfig } from './config.ts'
import { SCHOOL } from './find-records.ts'
import { startBucket, type TestBucket } from './test/bucket.ts'
import { fileOf } from './test/sample-files.ts'
import { startTestServer } from './test/test-server.ts'

let bucket: TestBucket
beforeEach(async () => {
  bucket = await startBucket()
})
afterEach(() => bucket.stop())

/** Returns what the doctor finds about the files of a data folder in the bucket. */
async function filesFinding(dataDir: string): Promise<(string | undefined)[]> {
  const findings = await examine({ DATA_DIR: dataDir, STORAGE_URL: bucket.url }, new Date())
  const { level, text } = findings.find(({ about }) => about === 'files') ?? {}
  return [level, text]
}

describe('the settings of a bucket', () => {
  it('put the files of a data folder there, and name it when they are absent', async () => {
    const inBucket = { school: SCHOOL, env: { STORAGE_URL: bucket.url } }
    let school = await startTestServer({ env: { STORAGE_URL: '' } })
    const { dataDir } = school
    try {
      const { filePath = '' } = await school.admin.createEntry({
        params: { collection: 'notices' },
        body: { title: 'ছুটি' },
        file: fileOf('from the folder', 'a.txt'),
      })
      await school.server.stop()
      school = await startTestServer({ ...inBucket, dataDir })
      expect(await bucket.keys()).toEqual([`${SCHOOL}/${filePath}`])
      await school.server.stop()
      await fs.rm(path.join(dataDir, filePath))
      school = await startTestServer({ ...inBucket, dataDir })
      expect(await (await school.fetch(`/${filePath}`)).text()).toBe('from the folder')
      await school.server.stop()

      await expect(startTestServer({ dataDir, env: { STORAGE_URL: '' } })).rejects.toThrow(
        /^STORAGE_URL: is missing, but the files are in http:\/\/127\.0\.0\.1:\d+\/files\/school\. /,
      )
      await expect(startTestServer({ ...inBucket, dataDir, school: 'other' })).rejects.toThrow(
        /^STORAGE_URL: is .*other, but/,
      )
      school = await startTestServer({ ...inBucket, dataDir })
    } finally {
      await school.stop()
    }
  })

  it('are those of the commands too', async () => {
    const env = { STORAGE_URL: bucket.url }
    const school = await startTestServer({ school: SCHOOL, env })
    const { dataDir } = school
    const target = `${dataDir}-copy`
    try {
      const { filePath = '' } = await school.admin.createEntry({
        params: { collection: 'notices' },
        body: { title: 'ছুটি' },
        file: fileOf('from the bucket', 'a.txt'),
      })
      await fs.rm(path.join(dataDir, filePath))
      expect(await filesFinding(dataDir)).toEqual(['good', '1 file, none missing.'])
      const cli = createCli({
        env: { ...env, DATA_DIR: dataDir },
        stdin: process.stdin,
        stdout: { write: () => true },
      })
      await cli.parseAsync(['export-static', target], { from: 'user' })
      expect(await fs.readFile(path.join(target, filePath), 'utf8')).toBe('from the bucket')
      await bucket.remove(`${SCHOOL}/${filePath}`)
      expect(await filesFinding(dataDir)).toEqual(['bad', expect.stringContaining(filePath)])
      await bucket.goAway()
      expect(await filesFinding(dataDir)).toEqual([
        'bad',
        expect.stringMatching(/^STORAGE_URL: .*ECONNREFUSED/),
      ])
    } finally {
      await school.stop()
      await fs.rm(target, { recursive: true, force: true })
    }
  })

  it('are tried at the start, which only a bucket that is away does not stop', async () => {
    const start = (url: string, dataDir?: string) =>
      startTestServer({ school: SCHOOL, env: { STORAGE_URL: url }, ...(dataDir && { dataDir }) })
    const school = await start(bucket.url)
    const { dataDir } = school
    expect(await bucket.keys()).toEqual([])
    await school.server.stop()
    try {
      const wrong = bucket.url.replace('//S3RVER:S3RVER@', '//another:a-secret@')
      const refused = /^STORAGE_URL: \S+\/files refuses a \w+ \(403 \w+\)\. Check STORAGE_URL/
      await expect(start(wrong, dataDir)).rejects.toThrow(refused)
      await expect(start(wrong, dataDir)).rejects.not.toThrow(/a-secret/)
      bucket.intercept = ({ method }, res) => {
        if (method === 'DELETE') res.writeHead(403).end('<Code>AccessDenied</Code>')
        return method === 'DELETE'
      }
      await expect(start(bucket.url, dataDir)).rejects.toThrow(/a DELETE \(403 AccessDenied\)/)
      await bucket.goAway()
      await (await start(bucket.url, dataDir)).server.stop()
    } finally {
      await fs.rm(dataDir, { recursive: true })
    }
  })

  it('are refused with one line that has no secret', () => {
    const refusal = (env: Record<string, string>) => {
      try {
        return readConfig(env).bucket
      } catch (error) {
        return error instanceof ConfigError ? error.message : error
      }
    }
    const of = (STORAGE_URL: string) => refusal({ STORAGE_URL })
    expect(of('https://a:b%2Fc@s3.example:9000/files/?region=eu-west-1')).toEqual({
      url: 'https://s3.example:9000/files',
      region: 'eu-west-1',
      key: 'a',
      secret: 'b/c',
    })
    expect(
      refusal({ STORAGE_URL: 'http://localhost/files', STORAGE_KEY: 'a', STORAGE_SECRET: 'b/c' }),
    ).toEqual({ url: 'http://localhost/files', region: 'us-east-1', key: 'a', secret: 'b/c' })
    const refused = [
      of('https://a:hid/den@s3.example/files'),
      of('https://a:hid%den@s3.example/files'),
      of('http://a:hidden@s3.example/files'),
      of('https://a:hidden@s3.example/'),
      of('https://a:hidden@s3.example/files/more'),
      of('https://a:hidden@s3.example/files?region=eu west'),
      of('https://a:hidden@s3.example/files?token=hidden'),
      of('https://:hidden@s3.example/files'),
      of('https://a@s3.example/files'),
      refusal({ STORAGE_SECRET: 'hidden' }),
      refusal({ CACHE_MB: '0' }),
    ]
    for (const line of refused) {
      expect(line).toMatch(/^(STORAGE_(URL|KEY|SECRET)|CACHE_MB): [^\n]+$/)
      expect(line).not.toMatch(/hid|den@/)
    }
  })
})
