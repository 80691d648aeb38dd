"""mcp_client.py: the smallest MCP client over stdio, for the demo and the bench.

The tests use the official SDK; this one needs nothing but Python.
"""
import json
import subprocess


class McpError(Exception):
    """A JSON-RPC error, or a server that ended."""


class McpClient:
    """One server process; use it in a `with` statement."""

    def __init__(self, words, env=None, stderr=None, cwd=None):
        self.process = subprocess.Popen(words, env=env, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=stderr, cwd=cwd)
        self.last_id = 0
        self.replies = {}  # replies that arrived during the wait for another one
        self.last_size = 0  # bytes of the newest reply's line

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    def send(self, message):
        line = json.dumps({'jsonrpc': '2.0', **message}) + '\n'
        self.process.stdin.write(line.encode())
        self.process.stdin.flush()

    def start(self, method, params=None):
        """Send a request; its number for finish()."""
        self.last_id += 1
        message = {'id': self.last_id, 'method': method}
        if params is not None:
            message['params'] = params
        self.send(message)
        return self.last_id

    def finish(self, number):
        """The result of a request; replies to others are kept for them."""
        while number not in self.replies:
            line = self.process.stdout.readline()
            if not line:
                raise McpError(f'{self.process.args[0]} ended')
            reply = json.loads(line)
            if 'method' not in reply:
                self.replies[reply.get('id')] = reply, len(line)
        reply, self.last_size = self.replies.pop(number)
        if 'error' in reply:
            raise McpError(reply['error']['message'])
        return reply['result']

    def request(self, method, params=None):
        return self.finish(self.start(method, params))

    def initialize(self, version='2025-11-25'):
        result = self.request('initialize', {
            'protocolVersion': version, 'capabilities': {},
            'clientInfo': {'name': 'agentest-demo', 'version': '1'}})
        self.send({'method': 'notifications/initialized'})
        return result

    def call(self, name, **arguments):
        """A tool's content blocks; an error result is a McpError with its text."""
        result = self.request('tools/call', {'name': name, 'arguments': arguments})
        if result.get('isError'):
            raise McpError(result['content'][0]['text'])
        return result['content']
