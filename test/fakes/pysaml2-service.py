"""Service providers based on pysaml2. Reads lines of JSON from standard input, and responds to each with one line on standard output.

In:  {"entityId", "acsUrl", "metadata", "key", "certificate", "signRequests",
      "step": {"kind": "request", "binding", "relayState"} or {"kind": "receive", "response", "outstanding"}}
Out: a request: {"id", "url"} or {"id", "form"}; a response: {"nameId", "format", "attributes", "inResponseTo", "issuer", "context"};
     or {"error", "message"} with the name of the exception.
"""

import html
import json
import os
import re
import sys
import tempfile

from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.client import Saml2Client
from saml2.config import SPConfig
from saml2.xmldsig import DIGEST_SHA256, SIG_RSA_SHA256


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def service(given):
    folder = given["folder"]
    key = write(folder, "key.pem", given["key"])
    certificate = write(folder, "certificate.pem", given["certificate"])
    config = SPConfig()
    config.load(
        {
            "entityid": given["entityId"],
            "xmlsec_binary": "/usr/bin/xmlsec1",
            "key_file": key,
            "cert_file": certificate,
            "encryption_keypairs": [{"key_file": key, "cert_file": certificate}],
            "metadata": {"local": [write(folder, "metadata.xml", given["metadata"])]},
            "allow_unknown_attributes": True,
            "service": {
                "sp": {
                    "endpoints": {"assertion_consumer_service": [(given["acsUrl"], BINDING_HTTP_POST)]},
                    "authn_requests_signed": given["signRequests"],
                    "want_assertions_signed": True,
                    "want_response_signed": True,
                    "allow_unsolicited": False,
                    "signing_algorithm": SIG_RSA_SHA256,
                    "digest_algorithm": DIGEST_SHA256,
                }
            },
        }
    )
    return Saml2Client(config=config)


def request(client, step):
    binding = BINDING_HTTP_POST if step["binding"] == "post" else BINDING_HTTP_REDIRECT
    request_id, http = client.prepare_for_authenticate(binding=binding, relay_state=step["relayState"])
    if binding == BINDING_HTTP_REDIRECT:
        return {"id": request_id, "url": dict(http["headers"])["Location"]}
    page = str(http["data"])
    fields = {name: html.unescape(value) for name, value in re.findall(r'name="(\w+)"\s+value="([^"]*)"', page)}
    action = html.unescape(re.search(r'action="([^"]*)"', page).group(1))
    return {"id": request_id, "url": action, "form": fields}


def receive(client, step):
    outstanding = {step["outstanding"]: "/"} if step["outstanding"] else {}
    response = client.parse_authn_request_response(step["response"], BINDING_HTTP_POST, outstanding)
    info = response.session_info()
    return {
        "nameId": info["name_id"].text,
        "format": info["name_id"].format,
        "attributes": info["ava"],
        "inResponseTo": response.in_response_to,
        "issuer": info["issuer"],
        "context": [context[0] for context in info["authn_info"]],
    }


def answer(given):
    step = given["step"]
    with tempfile.TemporaryDirectory() as folder:
        try:
            client = service({**given, "folder": folder})
            return request(client, step) if step["kind"] == "request" else receive(client, step)
        except Exception as error:  # The library uses a class per error; each is a valid result.
            return {"error": type(error).__name__, "message": str(error)}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
