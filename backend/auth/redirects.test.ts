import { describe, expect, test } from 'vitest'
import { defaultAuthConfig } from '#tests/support/auth-config.ts'
import { isAllowedTarget, isOwnSignInPage } from './redirects.ts'

const rules = (redirectUrls: string[] = []) => ({
  siteUrl: 'https://hopyard.example',
  config: { ...defaultAuthConfig, redirectUrls },
})

describe('without a list', () => {
  test.each([
    'https://hopyard.example',
    'https://hopyard.example/auth?next=1#x',
    'https://HOPYARD.example/auth',
    'https://hopyard.example:443/auth',
    'http://localhost:5173/auth',
    'http://127.0.0.1:8080/',
    'http://[::1]:8080/',
  ])('%s is allowed', (target) => {
    expect(isAllowedTarget(rules(), target)).toBe(true)
  })

  test.each([
    'http://hopyard.example/auth',
    'https://hopyard.example:8443/auth',
    'https://hopyard.example.evil.example/',
    'https://evil.example/https://hopyard.example',
    'https://hopyard.example@evil.example/',
    'https://user:pass@hopyard.example/',
    'https://hopyard.example\\@evil.example/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://127.1/',
    'http://127.0.0.1.evil.example/',
    '//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'myapp://callback',
    '/auth',
    'not an address',
    '',
    'https://hopyard.example/auth/v1/oauth/authorize?client_id=x',
    'https://hopyard.example/%61uth/v1/oauth/authorize',
    'https://hopyard.example/auth%2Fv1/oauth/authorize',
    'https://hopyard.example/auth%252Fv1/oauth/authorize',
    'https://hopyard.example//auth/v1/authorize',
    'https://hopyard.example/x/../auth/v1/verify',
    'https://hopyard.example/AUTH/v1',
    'http://127.0.0.1:3000/auth/v1/oauth/authorize',
    'https://hopyard.example/\tauth',
    'https://hopyard.example/ auth',
  ])('%j is refused', (target) => {
    expect(isAllowedTarget(rules(), target)).toBe(false)
  })
})

describe('with a list', () => {
  const list = [
    'https://app.example/*',
    'https://*.preview.example/**',
    'myapp://callback',
    'https://{one,two}.example/',
    'http://*.preview.example:*/**',
    'https://**.deep.example/a*',
    'com.example.app:/back',
  ]
  test.each([
    'https://app.example/welcome',
    'https://app.example/welcome#fragment',
    'https://branch.preview.example/a/b/c.html',
    'myapp://callback',
    'https://two.example/',
    'http://branch.preview.example:4490/x',
    'https://a.b.deep.example/abc?x=1',
    'com.example.app:/back',
  ])('%s is allowed', (target) => {
    expect(isAllowedTarget(rules(list), target)).toBe(true)
  })

  test.each([
    'https://app.example/a/b',
    'https://app.example.evil.example/welcome',
    'https://appXexample/welcome',
    'https://a.b.preview.example/',
    'https://three.example/',
    'myapp://callback/more',
    'http://2130706433:4490\\.preview.example/x',
    'http://2130706433:4490?.preview.example:80/x',
    'http://evil.example?.preview.example/x',
    'http://evil.example#.preview.example/x',
    'http://evil@branch.preview.example/x',
    'http://evil.example:80@branch.preview.example/x',
    'http://evil.example:1/.preview.example:2/x',
    'https://evil.example/.preview.example/x',
    'https://app.example/auth/v1/verify',
    'https://branch.preview.example/auth/v1/oauth/authorize',
    'javascript://branch.preview.example/%0Aalert(1)',
    'ftp://branch.preview.example/x',
  ])('%s is refused', (target) => {
    expect(isAllowedTarget(rules(list), target)).toBe(false)
  })
})

describe('the own sign-in page', () => {
  const triedOut = { ...rules(), siteUrl: 'http://localhost:3000' }
  test.each([
    [rules(), 'https://hopyard.example/auth', true],
    [rules(), 'https://hopyard.example/auth?next=1', false],
    [rules(), 'https://hopyard.example/admin', false],
    [rules(), 'https://app.example/auth', false],
    [rules(), 'http://localhost:3000/auth', false],
    [rules(), 'com.example.app://auth', false],
    [triedOut, 'http://127.0.0.1:3000/auth', true],
    [triedOut, 'http://localhost:5173/auth', false],
  ] as const)('%o: %s is it: %s', (site, target, isIt) => {
    expect(isOwnSignInPage(site, target)).toBe(isIt)
  })
})
