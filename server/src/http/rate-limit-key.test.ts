import { expect, test } from 'vitest'
import { networkKey, rateLimitKey } from './request.ts'

test('returns an IPv4 address as it is, also when mapped to IPv6', () => {
  expect(rateLimitKey('203.0.113.5')).toBe('203.0.113.5')
  expect(rateLimitKey('::ffff:203.0.113.5')).toBe('203.0.113.5')
  expect(rateLimitKey('203.0.113.6')).not.toBe(rateLimitKey('203.0.113.5'))
})

test('returns the /64 network of an IPv6 address', () => {
  const key = '2001:db8:0:7::/64'
  for (const address of [
    '2001:db8:0:7:1:2:3:4',
    '2001:0db8:0000:0007:ffff:ffff:ffff:ffff',
    '2001:DB8:0:7::1',
    '2001:db8:0:7::',
  ]) {
    expect(rateLimitKey(address)).toBe(key)
  }
  expect(rateLimitKey('2001:db8:0:8::1')).not.toBe(key)
  expect(rateLimitKey('::1')).toBe('0:0:0:0::/64')
  expect(rateLimitKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

test('truncates a text that is not an address', () => {
  expect(rateLimitKey('')).toBe('')
  expect(rateLimitKey('x'.repeat(1000))).toHaveLength(64)
})

test('returns the /48 network of an IPv6 address, and none of IPv4', () => {
  expect(networkKey('2001:0DB8:7:1::1')).toBe('2001:db8:7::/48')
  expect(networkKey('2001:db8:7:ffff:ffff::')).toBe('2001:db8:7::/48')
  expect(networkKey('::1')).toBe('0:0:0::/48')
  for (const address of ['203.0.113.5', '::ffff:203.0.113.5', '']) {
    expect(networkKey(address)).toBe(null)
  }
})
