"""https_server.py: a server with a certificate for 127.0.0.1 that speaks TLS 1.3 only, for the test."""
import contextlib
import http.server
import os
import ssl
import threading

from debian import run


@contextlib.contextmanager
def serving(folder, text):
    """Serve a text; its port and the path of the certificate in the folder."""
    key, certificate = os.path.join(folder, 'key.pem'), os.path.join(folder, 'certificate.pem')
    run(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj',
         '/CN=test', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate])

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):  # pylint: disable=invalid-name
            self.send_response(200)
            self.send_header('Content-Length', str(len(text)))
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_):  # pylint: disable=arguments-differ
            pass

    class Server(http.server.ThreadingHTTPServer):
        def handle_error(self, *_):  # a client that refuses the certificate
            pass

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.load_cert_chain(certificate, key)
    with Server(('127.0.0.1', 0), Handler) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server.server_address[1], certificate
        finally:
            server.shutdown()
            thread.join()
